"""The house with its doors open: real sockets on the loopback, real files, no mocks."""
