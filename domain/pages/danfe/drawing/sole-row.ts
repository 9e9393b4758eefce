import type { Block } from './block.ts';
import { type Field, fieldRow } from './field-row.ts';
import type { Sheet } from '../sheet.ts';
import { leastRowsCm } from './titled.ts';

/** The only row of a block: as high as the block's title wants it. */
export function soleRow(sheet: Sheet, title: string, fields: readonly Field[]): Block {
  return fieldRow(sheet, fields, Math.max(sheet.fieldCm, leastRowsCm(sheet, title)));
}
