"""Read HTML with the standard library's parser, as strictly as XML: every tag must be closed in order."""

from html.parser import HTMLParser

VOID = {"meta", "br", "hr", "img", "input", "link"}


class Node:
    def __init__(self, tag, attributes):
        self.tag, self.attributes, self.inside = tag, dict(attributes), []

    def iter(self, tag=None):
        """Yield the node and all elements in it, in their order."""
        if tag in (None, self.tag):
            yield self
        for each in self.inside:
            if isinstance(each, Node):
                yield from each.iter(tag)

    def text(self):
        return "".join(each if isinstance(each, str) else each.text() for each in self.inside)

    def get(self, name):
        return self.attributes.get(name)

    def classed(self, name):
        return [node for node in self.iter() if name in (node.get("class") or "").split()]

    def children(self):
        return [each for each in self.inside if isinstance(each, Node)]


class _Reader(HTMLParser):
    def __init__(self):
        super().__init__(convert_charrefs=True)
        self.root = Node("", {})
        self.open = [self.root]

    def handle_starttag(self, tag, attributes):
        assert len({name for name, _ in attributes}) == len(attributes), (
            f"an attribute of <{tag}> comes twice"
        )
        node = Node(tag, attributes)
        self.open[-1].inside.append(node)
        if tag not in VOID:
            self.open.append(node)

    def handle_startendtag(self, tag, attributes):
        self.open[-1].inside.append(Node(tag, attributes))

    def handle_endtag(self, tag):
        assert self.open[-1].tag == tag, f"</{tag}> closes <{self.open[-1].tag}>"
        self.open.pop()

    def handle_data(self, data):
        self.open[-1].inside.append(data)


def parse_html(page):
    """Return the root of a page.

    Raises
    ------
    AssertionError
        If a tag isn't closed, or another one is.
    """
    assert page.startswith("<!DOCTYPE html>")
    reader = _Reader()
    reader.feed(page.removeprefix("<!DOCTYPE html>"))
    reader.close()
    assert reader.open == [reader.root]
    return reader.root
