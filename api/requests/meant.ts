import leven from 'leven';

/** Longer texts are no misspelt names. */
const longest = 64;
/** Of so many letters one may be wrong: with more, other names than the one that was meant come near, too. */
const lettersToOne = 3;

/**
 * Which of the names somebody meant who wrote another: the one that it begins with (`ncmCode`), else the one that is spelt most alike; null where
 * none is.
 */
export function meant(written: string, names: readonly string[]): string | null {
  if (written.length > longest || names.length === 0) return null;
  const spelt = plain(written);
  const byPlain = new Map(names.map((name) => [plain(name), name]));
  const nearest = beginning(spelt, [...byPlain.keys()]) ?? alike(spelt, [...byPlain.keys()]);
  return nearest === null ? null : (byPlain.get(nearest) ?? null);
}

function beginning(spelt: string, names: string[]): string | null {
  const begun = names.filter((name) => name.length >= lettersToOne && spelt.startsWith(name));
  return begun.toSorted((one, other) => other.length - one.length)[0] ?? null;
}

function alike(spelt: string, names: string[]): string | null {
  const [nearest] = names
    .map((name) => ({ name, wrong: leven(spelt, name) }))
    .toSorted((one, other) => one.wrong - other.wrong);
  if (!nearest) return null;
  const atMost = Math.floor(Math.max(spelt.length, nearest.name.length) / lettersToOne);
  return nearest.wrong <= atMost ? nearest.name : null;
}

/** Letters and digits alone: `Invoice-Type` and `invoiceType` are the same. */
function plain(name: string): string {
  return name
    .normalize('NFD')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]/g, '');
}
