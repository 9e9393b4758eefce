import { gunzipSync, gzipSync } from 'node:zlib';
import { keyDigit } from '../identifiers.ts';

/** What a scenario can spoil in an answer of either distribution; the registered documents stay as they are. */
export const spoils = [
  'bomb',
  'huge',
  'brokenBase64',
  'truncatedGzip',
  'dtd',
  'lowerNsu',
  'repeatedNsu',
  'unordered',
  'anotherKey',
  'brokenSignature',
  'unknownSchema',
] as const;
type Spoil = (typeof spoils)[number];

/** A document in a lot of either distribution; `schema` names its kind, and `packed` is its gzip in base64. */
export type LotEntry = { nsu?: number; schema: string; packed: string };

const megabyte = 1024 * 1024;
const bombBytes = 256 * megabyte;
const hugeBytes = 50 * megabyte;
/** Kept, because making it takes a second and it is always the same. */
let bomb: string | undefined;

/**
 * A lot with one thing wrong.
 *
 * @param nsu of the entry that is spoilt; the first of the lot by default.
 */
export function spoilt<Entry extends LotEntry>(lot: readonly Entry[], how: Spoil, nsu?: number): Entry[] {
  const [first] = lot;
  const target = nsu === undefined ? first : lot.find((entry) => entry.nsu === nsu);
  if (!first || !target) return [...lot];
  const replaced = (change: Partial<LotEntry>): Entry[] =>
    lot.map((entry) => (entry === target ? { ...entry, ...change } : entry));
  switch (how) {
    case 'lowerNsu':
      return replaced({ nsu: Math.max(0, (first.nsu ?? 0) - 2) });
    case 'repeatedNsu':
      return lot.flatMap((entry) => (entry === target ? [entry, entry] : [entry]));
    case 'unordered':
      return lot.toReversed();
    case 'unknownSchema':
      return replaced({ schema: 'procDesconhecido_v9.99.xsd' });
    case 'brokenBase64':
      return replaced({ packed: `${target.packed.slice(0, 20)}***${target.packed.slice(20, 41)}` });
    case 'bomb':
      return replaced({ packed: packedBomb() });
    default:
      return replaced({ packed: withContent(target.packed, how) });
  }
}

function withContent(packed: string, how: 'huge' | 'truncatedGzip' | 'dtd' | 'anotherKey' | 'brokenSignature'): string {
  const bytes = Buffer.from(packed, 'base64');
  if (how === 'truncatedGzip') return bytes.subarray(0, bytes.length >> 1).toString('base64');
  return gzipSync(changed(gunzipSync(bytes).toString('utf8'), how)).toString('base64');
}

function changed(xml: string, how: 'huge' | 'dtd' | 'anotherKey' | 'brokenSignature'): string {
  switch (how) {
    case 'huge':
      return xml.replace(/<\/[^>]*>\s*$/, (end) => `<!--${' '.repeat(hugeBytes)}-->${end}`);
    case 'dtd':
      return xml
        .replace(
          /^(<\?xml[^>]*>)?/,
          '$1<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;">]>',
        )
        .replace(/<xNome>[^<]*/, '<xNome>&b;');
    case 'anotherKey':
      return withOtherKey(xml);
    case 'brokenSignature':
      return xml.replace(
        /<SignatureValue>\s*(.)/,
        (tag, letter: string) => tag.slice(0, -1) + (letter === 'A' ? 'B' : 'A'),
      );
  }
}

/** The document under the key of another note, with the check digit of that key. */
function withOtherKey(xml: string): string {
  const [, key = ''] = /(?:Id="(?:NFe|NFS)|<chNFe>)([0-9A-Z]{44,50})["<]/.exec(xml) ?? [];
  const turned = key.slice(0, -2) + String((Number(key.at(-2)) + 1) % 10);
  return key === '' ? xml : xml.replaceAll(key, turned + keyDigit(turned));
}

function packedBomb(): string {
  bomb ??= gzipSync(Buffer.alloc(bombBytes, ' ')).toString('base64');
  return bomb;
}
