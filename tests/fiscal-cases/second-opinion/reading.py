"""How a second opinion reads a note, and what it holds against it."""

from collections import Counter
from decimal import ROUND_HALF_UP, Decimal

NFE = "{http://www.portalfiscal.inf.br/nfe}"
CENT = Decimal("0.01")
ZERO = Decimal(0)


def cents(value):
    return value.quantize(CENT, ROUND_HALF_UP)


class Group:
    """A group of the layout; a field that is absent counts as zero."""

    def __init__(self, element):
        self.element = element

    def __bool__(self):
        return self.element is not None

    def group(self, path):
        if self.element is None:
            return self
        return Group(self.element.find("/".join(NFE + name for name in path.split("/"))))

    def groups(self, path):
        return [Group(each) for each in self.element.findall("/".join(NFE + name for name in path.split("/")))]

    def first(self):
        return Group(self.element[0] if self.element is not None and len(self.element) else None)

    def text(self, path):
        found = self.group(path).element
        return "" if found is None else found.text or ""

    def has(self, path):
        return self.group(path).element is not None

    def of(self, path):
        return Decimal(self.text(path) or 0)

    def anywhere(self, name):
        return sum((Decimal(each.text) for each in self.element.iter(NFE + name)), ZERO)


class Opinion:
    def __init__(self):
        self.checks = Counter()
        self.faults = []

    def expect(self, rule, stated, computed, tolerance=ZERO):
        self.checks[rule] += 1
        if abs(stated - computed) > tolerance:
            self.faults.append(f"{rule}: {stated} is stated, {computed} is computed")

    def same(self, rule, stated, computed):
        self.checks[rule] += 1
        if stated != computed:
            self.faults.append(f"{rule}: {stated} is stated, {computed} is computed")


def check_rate(opinion, rule, group, base, rate, tax):
    """A tax is its base times its rate, to the cent."""
    if group.has(base) and group.has(rate) and group.has(tax):
        opinion.expect(rule, group.of(tax), cents(group.of(base) * group.of(rate) / 100), CENT)
