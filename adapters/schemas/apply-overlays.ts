import { XmlDocument, XmlElement } from 'libxml2-wasm';
import type { Overlay } from './overlays.ts';

type Change = { pattern: XmlElement; value: string };

const namespaces = { xs: 'http://www.w3.org/2001/XMLSchema' };

/**
 * A schema file with the overlays that name it applied; the same bytes when none does.
 *
 * @throws Error when an overlay finds nothing to change: then the file is not the one it was written for.
 */
export function applyOverlays(file: string, content: Uint8Array, overlays: Overlay[]): Uint8Array {
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

/** An overlay sees what the one before it left: two may change different parts of one pattern. */
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

/** `setAttr` alone would write a second attribute, in the default namespace, which the next overlay would not find. */
function setValue(pattern: XmlElement, value: string): void {
  const present = pattern.attr('value');
  if (present) present.value = value;
  else pattern.setAttr('value', value);
}

function elements(from: XmlDocument | XmlElement, path: string): XmlElement[] {
  return from.find(path, namespaces).filter((node) => node instanceof XmlElement);
}
