"""graphpuzzles beside other libraries: the same work on the same input in the same run.

`tasks` says what the work is, a file ``by_<peer>`` how a peer does it, `worker` measures one peer
in a process of its own, `harness` keeps its time, `page` writes what came out. Run it with
``python run.py bench``.
"""
