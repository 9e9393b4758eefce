/** An object or array that is being read: the keys that the object has had so far (null in an array), and the reader's place in it. */
type Level = { keys: Set<string> | null; isKeyDue: boolean; key: string; index: number };

/** Characters of JSON's grammar, as code units. */
const [quote, comma, backslash] = [0x22, 0x2c, 0x5c];
const [openArray, closeArray, openObject, closeObject] = [0x5b, 0x5d, 0x7b, 0x7d];

/**
 * Path of the first key that one object has twice; null where there is none. JSON.parse silently keeps the last one.
 *
 * Reads without recursion, because a hostile text may nest deeply.
 *
 * @param json a text that is valid JSON
 */
export function repeatedKey(json: string): string | null {
  const levels: Level[] = [];
  let level: Level | undefined;
  for (let at = 0; at < json.length; at += 1) {
    switch (json.charCodeAt(at)) {
      case quote: {
        const end = endOfText(json, at);
        if (level?.keys && level.isKeyDue) {
          level.key = textOf(json.slice(at + 1, end));
          if (level.keys.has(level.key)) return pathOf(levels);
          level.keys.add(level.key);
          level.isKeyDue = false;
        }
        at = end;
        break;
      }
      case comma:
        if (!level) break;
        level.isKeyDue = true;
        level.index += 1;
        break;
      case openObject:
      case openArray: {
        const isObject = json.charCodeAt(at) === openObject;
        level = { keys: isObject ? new Set() : null, isKeyDue: true, key: '', index: 0 };
        levels.push(level);
        break;
      }
      case closeObject:
      case closeArray:
        levels.pop();
        level = levels.at(-1);
        break;
    }
  }
  return null;
}

/** Index behind the end of the string that begins at `start`. */
function endOfText(json: string, start: number): number {
  let end = json.indexOf('"', start + 1);
  while (isEscaped(json, end)) end = json.indexOf('"', end + 1);
  return end;
}

function isEscaped(json: string, at: number): boolean {
  let before = at;
  while (json.charCodeAt(before - 1) === backslash) before -= 1;
  return (at - before) % 2 === 1;
}

/** A key with its escapes resolved: `a` and `\u0061` are the same key. */
function textOf(written: string): string {
  return written.includes('\\') ? String(JSON.parse(`"${written}"`)) : written;
}

function pathOf(levels: Level[]): string {
  return levels
    .map(({ keys, key, index }, depth) => (keys ? `${depth === 0 ? '' : '.'}${key}` : `[${index}]`))
    .join('');
}
