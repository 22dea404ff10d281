"""ManhattanWiring and Numberlink: terminals joined in pairs by lines that never meet."""
