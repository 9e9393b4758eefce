import type { Remark } from '../../documents/remarks.ts';
import { cleanText } from '../../xml/clean-text.ts';
import { element, field } from '../../xml/writer.ts';

/** A field of free use, with its name as an attribute. */
export function layoutRemark(tag: 'obsCont' | 'obsFisco', { field: name, text }: Remark): string {
  return element(tag, { xCampo: cleanText(name) }, field('xTexto', text)); // Z05, Z06; Z08, Z09
}
