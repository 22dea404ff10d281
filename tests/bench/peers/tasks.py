"""All tasks by name, in the order of the page."""

from tests.bench.peers import cut_tasks, mine_tasks, search_tasks, wiring_tasks

TASKS = {**search_tasks.TASKS, **cut_tasks.TASKS, **wiring_tasks.TASKS, **mine_tasks.TASKS}
