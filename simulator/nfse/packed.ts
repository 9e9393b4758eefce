import { gunzipSync, gzipSync } from 'node:zlib';
import { z } from 'zod';
import type { Element } from '../xml/element.ts';
import { readXml } from '../xml/reader.ts';
import { receptionFault } from './reception-faults.ts';
import { Refused } from './refused.ts';

/** A document that came in JSON, as gzip in base64: its bytes, its text, and its root element. */
export type Packed = { bytes: Buffer; source: string; root: Element };

/** Far above any DPS, and far below what hurts. */
const largestXml = 8 * 1024 * 1024;

/** An XML text as the answers carry it. */
export function pack(xml: string): string {
  return gzipSync(xml).toString('base64');
}

/**
 * Unpacks the document in a field of a JSON body.
 *
 * @throws Refused with E1225 for JSON or base64, E1226 for gzip or XML; a DTD is as bad as no XML.
 */
export function unpack(body: Buffer, field: string): Packed {
  const bytes = inflated(decoded(textIn(body, field)));
  const source = bytes.toString('utf8');
  try {
    return { bytes, source, root: readXml(source) };
  } catch (error) {
    throw refused('E1226', error);
  }
}

function textIn(body: Buffer, field: string): string {
  try {
    return (
      z.looseObject({ [field]: z.string().default('') }).parse(JSON.parse(body.toString('utf8') || '{}'))[field] ?? ''
    );
  } catch (error) {
    throw refused('E1225', error);
  }
}

function decoded(text: string): Buffer {
  if (text.length % 4 !== 0 || !/^[A-Za-z0-9+/]*={0,2}$/.test(text)) throw refused('E1225');
  return Buffer.from(text, 'base64');
}

function inflated(bytes: Buffer): Buffer {
  try {
    return gunzipSync(bytes, { maxOutputLength: largestXml });
  } catch (error) {
    throw refused('E1226', error);
  }
}

function refused(code: 'E1225' | 'E1226', cause?: unknown): Refused {
  return new Refused(400, [receptionFault(code, cause instanceof Error ? cause.message.slice(0, 200) : undefined)]);
}
