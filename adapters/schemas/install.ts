import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { XmlDocument, XmlElement } from 'libxml2-wasm';
import type { Overlay, OverlaySet } from './overlays.ts';

/** The place of a pack's official files in a published copy, and the overlays that bring them up to date. */
export type SchemaSource = {
  /** Name of the pack and of its folder. */
  id: string;
  /** Whose copy it is, and of which publications of the authority, in words. */
  source: string;
  /** First day on which the pack is in force, `AAAA-MM-DD`. */
  validFrom: string;
  families: FamilySource[];
};

export type FamilySource = {
  /** Folder of the pack: `nfe` or `nfse`. */
  name: string;
  /** Folders of the copy whose schemas are put into this one folder; when file names clash, the earlier folder keeps the name. */
  folders: string[];
  overlays: OverlaySet[];
  /** SHA-256 of official files, in hexadecimal, by file name. */
  sha256: Record<string, string>;
};

/** `pack.json` of an installed pack. */
export type PackDescription = { id: string; source: string; validFrom: string; families: string[]; overlays: string[] };

/**
 * Copies the schemas of an unpacked copy into a pack folder, and applies the overlays.
 *
 * @throws Error when a file is missing, or its hash is not that of the official file
 */
export async function installSchemas(from: string, to: string, source: SchemaSource): Promise<PackDescription> {
  for (const family of source.families) await installFamily(from, join(to, family.name), family);
  const pack = {
    id: source.id,
    source: source.source,
    validFrom: source.validFrom,
    families: source.families.map(({ name }) => name),
    overlays: source.families.flatMap(({ overlays }) => overlays.map(({ id }) => id)),
  };
  await writeFile(join(to, 'pack.json'), `${JSON.stringify(pack, null, 2)}\n`);
  return pack;
}

async function installFamily(from: string, to: string, family: FamilySource): Promise<void> {
  await mkdir(to, { recursive: true });
  const overlays = family.overlays.flatMap((set) => set.overlays);
  const laid = new Map<string, Buffer>();
  for (const folder of family.folders) await layFlat(join(from, folder), laid);
  for (const [name, expected] of Object.entries(family.sha256)) verify(name, laid.get(name), expected);
  for (const [name, content] of laid) await writeFile(join(to, name), applyOverlays(name, content, overlays));
}

/**
 * Adds a folder's schemas to those that are there. Folders may have other editions of a file under the same name: the later edition gets another
 * name, and the includes in its folder are changed to it.
 */
async function layFlat(folder: string, laid: Map<string, Buffer>): Promise<void> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.xsd'));
  const files = await Promise.all(names.map(async (name) => ({ name, content: await readFile(join(folder, name)) })));
  const renamed = files.map(({ name, content }) => ({ was: name, now: freeName(name, content, laid) }));
  const moved = renamed.filter(({ was, now }) => was !== now);
  for (const [index, { content }] of files.entries()) laid.set(renamed[index]?.now ?? '', withIncludes(content, moved));
}

function freeName(name: string, content: Buffer, laid: Map<string, Buffer>): string {
  for (let edition = 1; ; edition++) {
    const candidate = edition === 1 ? name : `${name.slice(0, -'.xsd'.length)}-${edition}.xsd`;
    if (laid.get(candidate)?.equals(content) ?? true) return candidate;
  }
}

function withIncludes(content: Buffer, moved: { was: string; now: string }[]): Buffer {
  if (moved.length === 0) return content;
  const including = (text: string, { was, now }: { was: string; now: string }): string =>
    text.replaceAll(`schemaLocation="${was}"`, `schemaLocation="${now}"`);
  return Buffer.from(moved.reduce(including, content.toString('utf8')), 'utf8');
}

function verify(name: string, content: Buffer | undefined, expected: string): void {
  if (content === undefined) throw new Error(`${name} is not among the schemas`);
  const actual = createHash('sha256').update(content).digest('hex');
  if (actual !== expected) throw new Error(`${name} is not the official file: SHA-256 ${actual}, expected ${expected}`);
}

type Change = { pattern: XmlElement; value: string };

const namespaces = { xs: 'http://www.w3.org/2001/XMLSchema' };

/**
 * A schema file with the overlays that name it applied; unchanged bytes when none does.
 *
 * @throws Error when an overlay finds nothing to change: then it was written for another file
 */
function applyOverlays(file: string, content: Uint8Array, overlays: Overlay[]): Uint8Array {
  const ours = overlays.filter((overlay) => names(overlay.file, file));
  if (ours.length === 0) return content;
  const document = XmlDocument.fromBuffer(content);
  try {
    const changes = ours.map((overlay) => applyOverlay(document, overlay, file));
    return changes.some((count) => count > 0)
      ? new TextEncoder().encode(document.toString({ format: false }))
      : content;
  } finally {
    document.dispose();
  }
}

/** Applies an overlay to the result of the one before: two may change different parts of one pattern. */
function applyOverlay(document: XmlDocument, overlay: Overlay, file: string): number {
  const changes = changesOf(document, overlay, file);
  for (const { pattern, value } of changes) setValue(pattern, value);
  return changes.length;
}

function names(pattern: string, file: string): boolean {
  return pattern.endsWith('*') ? file.startsWith(pattern.slice(0, -1)) : pattern === file;
}

function changesOf(document: XmlDocument, { type, was, now }: Overlay, file: string): Change[] {
  if (type === undefined) {
    return elements(document, `//xs:pattern[@value="${was}"]`).map((pattern) => ({ pattern, value: now }));
  }
  const [restriction] = elements(document, `//xs:simpleType[@name="${type}"]/xs:restriction`);
  if (!restriction) throw new Error(`${file} has no type ${type} to change`);
  const [found] = elements(restriction, 'xs:pattern');
  const before = found?.attr('value')?.value ?? '';
  if (was !== undefined && !before.includes(was)) throw new Error(`${file}: the pattern of ${type} has no ${was}`);
  const pattern = found ?? restriction.addElement('pattern', restriction.prefix);
  return [{ pattern, value: was === undefined ? now : before.replaceAll(was, now) }];
}

/** Sets an attribute in place. `setAttr` alone would add a second attribute in the default namespace, which the next overlay would not find. */
function setValue(pattern: XmlElement, value: string): void {
  const present = pattern.attr('value');
  if (present) present.value = value;
  else pattern.setAttr('value', value);
}

function elements(from: XmlDocument | XmlElement, path: string): XmlElement[] {
  return from.find(path, namespaces).filter((node) => node instanceof XmlElement);
}
