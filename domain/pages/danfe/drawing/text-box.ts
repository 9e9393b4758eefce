import { placedText, type TextPlace } from '../../html/placed-text.ts';
import type { Markup } from '../../html/markup.ts';

/** The type styles of the sheet, each a class of the stylesheet. */
export type TextKind =
  | 'column-title'
  | 'danfe'
  | 'directions'
  | 'emitter-data'
  | 'emitter-name'
  | 'instalment'
  | 'label'
  | 'lines'
  | 'lines center'
  | 'lines right'
  | 'meaning'
  | 'number'
  | 'title'
  | 'words';

/** Lines of text in one of the sheet's type styles. */
export const textBox: (kind: TextKind, place: TextPlace, lines: readonly string[]) => Markup = placedText;
