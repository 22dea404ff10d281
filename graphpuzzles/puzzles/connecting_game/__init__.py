"""ConnectingGame, and the question whether every colouring of its board has a winner."""
