"""Was it bad luck, or me? A finished match, looked at from one seat: what chance gave, what choices cost."""
