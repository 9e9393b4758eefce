import { lettersToOne, plain, wrongLetters } from '../../domain/spelling.ts';

/** Longer texts are no misspelt names. */
const longest = 64;

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
  const near = names.flatMap((name) => {
    const wrong = wrongLetters(spelt, name);
    return wrong === null ? [] : [{ name, wrong }];
  });
  return near.toSorted((one, other) => one.wrong - other.wrong)[0]?.name ?? null;
}
