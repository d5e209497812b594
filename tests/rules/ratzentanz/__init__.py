"""The rules of Ratzentanz, rule by rule, and its town, constraint by constraint."""
