// Microsoft, "Naming Files, Paths, and Namespaces" (learn.microsoft.com/windows/win32/fileio/naming-a-file, quoted by others, 2026-11-23): the characters,
// the names of devices with and without an extension, no dot or space at the end, no difference by case. COM0, LPT0 and the consoles stand in
// older editions of it. Linux (NAME_MAX) and APFS take 255 bytes of UTF-8, NTFS 255 UTF-16 units; APFS refuses what Unicode has not assigned.
const longestBytes = 255;
const reservedCharacters = /[\\/:*?"<>|\p{Cc}\p{Cn}\p{Co}]/gu;
const devices = /^(?:CON|PRN|AUX|NUL|CONIN\$|CONOUT\$|CLOCK\$|(?:COM|LPT)[\d¹²³⁰]) *(?:\.|$)/iu;
const nameless = 'sem nome';

/**
 * A text as one component of a path that Windows, macOS, Linux and ZIP readers accept: characters that they refuse become `-` or are removed,
 * invisible ones are removed, and accents are composed. It is cut at a whole character to at most `atMostBytes` of UTF-8.
 */
export function safeName(text: string, atMostBytes = longestBytes): string {
  const visible = text
    .toWellFormed()
    .replaceAll(/\p{Cf}/gu, '')
    .replaceAll(/\s+/gu, ' ')
    .replaceAll(reservedCharacters, '-');
  const name = shortened(trimmed(visible.normalize('NFC')), atMostBytes);
  if (devices.test(name)) return `_${shortened(name, atMostBytes - 1)}`;
  return name || shortened(nameless, atMostBytes);
}

/**
 * Texts as names in one folder, in order: each is a `safeName`, and gets a number where a file system that ignores case would take it for an earlier
 * one: `Padaria`, `PADARIA (2)`.
 */
export function uniqueNames(texts: readonly string[]): string[] {
  const taken = new Set<string>();
  return texts.map((text) => {
    let name = safeName(text);
    for (let count = 2; likenessesOf(name).some((likeness) => taken.has(likeness)); count += 1) {
      const mark = ` (${count})`;
      name = `${safeName(text, longestBytes - mark.length)}${mark}`;
    }
    for (const likeness of likenessesOf(name)) taken.add(likeness);
    return name;
  });
}

/**
 * Keys of a name: two names are the same file on some system where they share one. One key ignores case as Windows does, without decomposition, the
 * other as macOS does, with it. Neither replaces the other: decomposition may put an accent before an iota that becomes a letter in upper case.
 */
function likenessesOf(name: string): string[] {
  return [name.toUpperCase(), name.normalize('NFD').toUpperCase().toLowerCase().normalize('NFD')];
}

function trimmed(name: string): string {
  return name.replace(/^[. ]+/u, '').replace(/[. ]+$/u, '');
}

function shortened(name: string, atMostBytes: number): string {
  if (Buffer.byteLength(name) <= atMostBytes) return name;
  let left = atMostBytes;
  let end = 0;
  for (const { segment } of characters.segment(name)) {
    left -= Buffer.byteLength(segment);
    if (left < 0) break;
    end += segment.length;
  }
  return trimmed(name.slice(0, end));
}
const characters = new Intl.Segmenter('pt-BR', { granularity: 'grapheme' });
