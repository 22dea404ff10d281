"""Films as pages and as GIF: what a reader sees, presses, and never loads."""

import io
import re
import sys
from html.parser import HTMLParser
from itertools import pairwise

import pytest

from graphpuzzles import Animation, Snake
from graphpuzzles.errors import MissingDependencyError, NotApplicableError
from graphpuzzles.picture import (
    BLUE,
    LIGHT,
    Circle,
    Film,
    Key,
    Line,
    Scene,
    Style,
    rectangle,
)
from graphpuzzles.puzzles._template import DigitDescent
from tests.browser import chromium

HOSTILE = "</script><script>document.title='taken'</script><!-- \u202e\ud800\x00 & \"'"


def film(steps, *, title="a dot", caption="at {}", unit=20.0):
    """Return a dot that moves over a board of ten cells, with what stays behind and before."""
    board = tuple(rectangle((x, 0), 1, 1, Style(fill=LIGHT, stroke=BLUE)) for x in range(10))
    frame = Line(((0, 0), (10, 0)), Style(stroke=BLUE))
    scenes = tuple(
        Scene(
            10,
            1,
            (
                *board,
                Circle((step % 10 + 0.5, 0.5), 0.4, Style(fill=BLUE), f"dot {step % 10} é😀"),
                Line(tuple((x / 10, 0.9) for x in range(step + 1)), Style(stroke=BLUE)),
                frame,
            ),
            legend=(Key(Style(fill=BLUE), "dot"),),
            unit=unit,
        )
        for step in range(steps)
    )
    return Film(scenes, tuple(caption.format(step) for step in range(steps)), title)


class Tags(HTMLParser):
    """Collects start tags, and checks that every other end tag fits."""

    def __init__(self, text):
        super().__init__()
        self.found = []
        self.feed(text)
        self.close()

    def handle_starttag(self, tag, attributes):
        self.found.append((tag, dict(attributes)))

    def named(self, tag):
        return [attributes for name, attributes in self.found if name == tag]


# The page without a browser -------------------------------------------------------------------


def test_a_page_refers_to_nothing_and_has_no_ids():
    tags = Tags(Animation(film(5)).html())
    for _tag, attributes in tags.found:
        assert not {"id", "src", "href"} & set(attributes)
    (policy,) = [meta["content"] for meta in tags.named("meta") if "http-equiv" in meta]
    assert policy.startswith("default-src 'none'")


def test_hostile_text_cannot_leave_its_place():
    hostile = Animation(film(3, title=HOSTILE, caption=HOSTILE + " {}")).html()
    plain = Animation(film(3)).html()
    assert [tag for tag, _ in Tags(hostile).found] == [tag for tag, _ in Tags(plain).found]
    assert hostile.count("<script") == 2
    hostile.encode()


def test_the_first_step_is_there_without_scripts():
    text = Animation(film(3)).html()
    assert '<g class="frame">\n<circle cx="0.5"' in text
    assert "<noscript>" in text


def test_a_long_film_is_small():
    sizes = [len(Animation(film(steps)).html()) for steps in (2, 300)]
    assert sizes[1] - sizes[0] < 30_000
    assert sizes[1] > sizes[0] + 298 * 2


def test_pages_are_the_same_every_time():
    assert Animation(film(9)).html() == Animation(film(9)).html()


def test_a_single_frame_has_no_controls():
    (controls,) = [
        attributes
        for attributes in Tags(Animation(film(1)).html()).named("div")
        if attributes.get("class") == "controls"
    ]
    assert "hidden" in controls


@pytest.mark.parametrize("seconds", [0, -1, float("nan"), float("inf"), 61])
def test_a_step_takes_a_sensible_time(seconds):
    with pytest.raises(ValueError, match=r"0\.02 to 60 seconds"):
        Animation(film(2), seconds)


def test_only_what_moves_is_animated():
    solution = DigitDescent(("12", "34")).solve()
    with pytest.raises(NotApplicableError, match="nothing moves in digit-descent"):
        solution.animate()


def test_an_unknown_suffix_is_refused(tmp_path):
    with pytest.raises(ValueError, match=r"'film\.mp4'"):
        Animation(film(2)).save(tmp_path / "film.mp4")
    assert not list(tmp_path.iterdir())


def test_saving_writes_what_the_methods_return(tmp_path):
    animation = Animation(film(3))
    expected = gif(animation)
    animation.save(tmp_path / "film.HTML")
    animation.save(str(tmp_path / "film.gif"))
    assert (tmp_path / "film.HTML").read_text("utf-8") == animation.html()
    assert (tmp_path / "film.gif").read_bytes() == expected


def test_saving_at_a_scale_changes_the_size_alone(tmp_path):
    animation = Animation(film(3))
    expected = animation.gif(scale=2)
    animation.save(tmp_path / "film.gif", scale=2)
    assert (tmp_path / "film.gif").read_bytes() == expected != gif(animation)
    animation.save(tmp_path / "film.html", scale=2)
    small = Tags(animation.html()).named("svg")[0]
    large = Tags((tmp_path / "film.html").read_text("utf-8")).named("svg")[0]
    assert float(large["width"]) == 2 * float(small["width"])


@pytest.mark.parametrize("suffix", ["html", "gif"])
@pytest.mark.parametrize("scale", [0, -1, float("nan"), float("inf")])
def test_a_scale_is_finite_and_above_0(suffix, scale, tmp_path):
    with pytest.raises(ValueError, match="the scale is a finite number above 0"):
        Animation(film(2)).save(tmp_path / f"film.{suffix}", scale=scale)
    assert not list(tmp_path.iterdir())


# GIF ------------------------------------------------------------------------------------------


def gif(animation, **options):
    """Return a GIF, or skip the test where it cannot be made."""
    pytest.importorskip("matplotlib")
    pytest.importorskip("PIL")
    return animation.gif(**options)


def opened(data):
    from PIL import Image

    return Image.open(io.BytesIO(data))


def frames_of(data):
    """Yield every frame as RGB, with the milliseconds that it is shown."""
    with opened(data) as image:
        for number in range(image.n_frames):
            image.seek(number)
            yield image.convert("RGB"), image.info["duration"]


def test_a_gif_shows_every_step_and_holds_the_last():
    data = gif(Animation(film(4), seconds=0.3))
    frames = list(frames_of(data))
    assert [duration for _, duration in frames] == [300, 300, 300, 2000]
    for number, (picture, _) in enumerate(frames):
        # The dot is in the cell of its step.
        column = (number + 0.5) * picture.width / 10
        colours = {picture.getpixel((int(column), y)) for y in range(picture.height)}
        assert (0x00, 0x72, 0xB2) in colours
    with opened(data) as image:
        assert image.info["loop"] == 0
        assert image.info.get("comment") is None


def test_a_gif_is_the_same_every_time_and_scales():
    animation = Animation(film(3))
    assert gif(animation) == gif(animation)
    with opened(gif(animation)) as once, opened(gif(animation, scale=2)) as twice:
        assert twice.size == (2 * once.width, 2 * once.height)


def test_flat_colours_stay_what_they_are():
    (picture, _), *_ = frames_of(gif(Animation(film(2))))
    assert picture.getpixel((1, 1)) == (255, 255, 255)
    common = {colour for _, colour in sorted(picture.getcolors(1 << 24), reverse=True)[:3]}
    assert (0xF2, 0xF2, 0xF2) in common


@pytest.mark.parametrize("scale", [0, -1, float("nan"), float("inf"), 1e-4, 1e4])
def test_an_impossible_scale_is_refused(scale):
    with pytest.raises(ValueError, match="scale"):
        gif(Animation(film(2)), scale=scale)


def test_too_much_for_a_gif_is_refused_before_it_is_drawn():
    with pytest.raises(ValueError, match=r"300 frames of 40\d\d x .* write \*\.html"):
        gif(Animation(film(300)), scale=20)


@pytest.mark.parametrize("package", ["PIL", "matplotlib"])
def test_a_missing_package_is_named(package, monkeypatch):
    monkeypatch.setitem(sys.modules, package, None)
    for module in ("gif", "axes"):
        monkeypatch.delitem(sys.modules, f"graphpuzzles.picture.{module}", raising=False)
    with pytest.raises(MissingDependencyError, match=r"pip install \w+ \(or "):
        Animation(film(2)).gif()


# The page in a browser ------------------------------------------------------------------------


@pytest.fixture(scope="module")
def browser():
    with chromium() as started:
        yield started


@pytest.fixture
def show(browser, tmp_path):
    """Return a function that opens a page from a file, and afterwards look for complaints."""
    browser.complaints()

    def opened(text, name="page.html"):
        path = tmp_path / name
        path.write_text(text, "utf-8")
        browser.open(path.as_uri())
        return browser

    yield opened
    assert browser.complaints() == []


STEP = "return Number(document.querySelector('.slider').value)"
WORDS = "return document.querySelector('.words').textContent"
DOT = "return document.querySelector('.frame circle').getAttribute('cx')"
PLAYING = "document.querySelector('.player').classList.contains('playing')"
LEFT, RIGHT, HOME, END = "\ue012", "\ue014", "\ue011", "\ue010"


def state(page):
    step, words, dot = (page.run(script) for script in (STEP, WORDS, DOT))
    assert words == f"at {step}"
    assert float(dot) == step % 10 + 0.5
    return step


def test_buttons_step_and_the_slider_follows(show):
    page = show(Animation(film(4)).html())
    assert state(page) == 0
    page.click(".forward")
    page.click(".forward")
    assert state(page) == 2
    page.click(".back")
    assert state(page) == 1
    assert page.run("return document.querySelector('.count').textContent") == "1 / 3"
    for _ in range(5):
        page.click(".forward")
    assert state(page) == 3
    told = "return document.querySelector('.slider').getAttribute('aria-valuetext')"
    assert page.run(told) == "3 of 3: at 3"


def test_keys_step_wherever_the_focus_is(show):
    page = show(Animation(film(6)).html())
    for selector in ("body", ".slider", ".forward"):
        page.type(HOME, selector)
        assert state(page) == 0
        page.type(RIGHT + RIGHT + RIGHT + LEFT, selector)
        assert state(page) == 2
        page.type(END, selector)
        assert state(page) == 5


def test_space_plays_to_the_end_and_stops(show):
    page = show(Animation(film(6), seconds=0.02).html())
    page.type(" ")
    page.wait(f"!{PLAYING} && document.querySelector('.slider').value === '5'")
    assert state(page) == 5
    page.click(".play")  # from the start again
    page.wait(f"!{PLAYING}")
    assert state(page) == 5


def test_playing_pauses_and_goes_on(show):
    page = show(Animation(film(300), seconds=0.1).html())
    page.click(".play")
    assert page.run("return document.querySelector('.play').getAttribute('aria-label')") == "Pause"
    page.wait("document.querySelector('.slider').value > 2")
    page.click(".play")
    stopped = state(page)
    assert 2 < stopped < 299
    page.type(RIGHT)
    assert state(page) == stopped + 1
    page.type(" ", ".play")  # a button's own key: once, not twice
    page.wait(f"{PLAYING} && document.querySelector('.slider').value > {stopped + 1}")
    page.type(LEFT)
    assert not page.run(f"return {PLAYING}")


def test_the_speed_is_chosen_while_it_plays(show):
    page = show(Animation(film(9), seconds=0.2).html())
    page.run("document.querySelector('.speed').value = '4'")
    page.type(" ")
    page.wait("document.querySelector('.slider').value === '8'")
    page.type(RIGHT, ".speed")  # the list's own key
    assert state(page) == 8


def test_the_picture_is_what_python_says(show):
    made = film(12)
    page = show(Animation(made).html())
    page.type(END)
    there = page.run("return document.querySelector('.frame').innerHTML")
    assert 'cx="1.5"' in there
    assert "dot 1 é😀" in there
    points = re.search(r'points="([^"]*)"', there)[1].split()
    assert points == [f"{x / 10:g},0.9" for x in range(12)]
    for number, (first, second) in enumerate(pairwise(points)):
        assert float(second.split(",")[0]) > float(first.split(",")[0]), number


def test_hostile_text_is_shown_and_not_run(show):
    page = show(Animation(film(2, title=HOSTILE, caption=HOSTILE)).html())
    page.type(END)
    shown = page.run(WORDS)
    assert shown.startswith("</script><script>")
    assert page.run("return document.title").startswith("</script>")
    assert page.run("return document.scripts.length") == 2


def test_nothing_is_loaded(show):
    page = show(Animation(film(3)).html())
    assert page.run("return performance.getEntriesByType('resource').length") == 0


def test_players_on_one_page_do_not_meet(show):
    players = [Animation(film(steps))._repr_html_() for steps in (3, 5)]
    page = show("<!DOCTYPE html><title>notebook</title>" + "".join(players))
    page.enter("iframe:nth-of-type(1)")
    page.click(".forward")
    page.type(RIGHT)
    assert state(page) == 2
    page.enter(None)
    page.enter("iframe:nth-of-type(2)")
    assert state(page) == 0
    page.type(END, ".slider")
    assert state(page) == 4
    page.enter(None)
    page.enter("iframe:nth-of-type(1)")
    assert state(page) == 2
    room = "return [document.documentElement.scrollHeight, innerHeight]"
    needed, given = page.run(room)
    assert needed <= given


def test_a_reader_who_wants_no_motion_sees_none(browser, tmp_path):
    path = tmp_path / "film.html"
    path.write_text(Animation(film(50), seconds=2).html(autoplay=True), "utf-8")
    browser.open(path.as_uri())
    assert browser.run(f"return {PLAYING}") is True
    with chromium("--force-prefers-reduced-motion") as page:
        page.open(path.as_uri())
        assert page.run(f"return {PLAYING}") is False


def test_a_snake_reaches_its_goal(show):
    solution = Snake.parse(next(iter(Snake.EXAMPLES))).solve()
    page = show(solution.animate().html())
    page.type(END)
    assert page.run(STEP) == solution.value


def test_a_film_is_told_in_one_line():
    animation = Animation(film(3, title="a walk"))
    told = f"Animation('a walk', {len(animation.film.frames)} frames, 0.5 s each)"
    assert repr(animation) == told
