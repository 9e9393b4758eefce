import { textOf } from '../../../xml/reader.ts';
import type { AuthorizedNote } from '../authorized-note.ts';
import type { Drawing } from '../drawing/block.ts';
import { numberMask, seriesMask } from '../../html/masks.ts';
import { rectangle } from '../../html/svg-path.ts';
import { textBox } from '../drawing/text-box.ts';
import type { BoxPlace } from './emitter-box.ts';
import type { Folio } from './identification.ts';

const directionCm = 0.5;
const meaning = ['Documento Auxiliar', 'da Nota Fiscal', 'Eletrônica'];
const shortMeaning = ['Documento Auxiliar da', 'Nota Fiscal Eletrônica'];

/** Where the parts of the box begin, from its upper edge on, in centimetres: in the high narrow box of portrait, and in the other. */
const high = { danfe: 0.08, meaning: 0.62, directions: 1.62, number: 2.5 };
const low = { danfe: 0, meaning: 0.5, directions: 1.14, number: 1.84 };
const highBoxCm = 3.8;

/** The box that says what the paper is: DANFE, in or out, number, series and folio. */
export function documentBox({ infNFe }: AuthorizedNote, place: BoxPlace & { folio: Folio }): Drawing {
  const { leftCm, topCm, widthCm, heightCm, folio } = place;
  const isHigh = heightCm >= highBoxCm;
  const from = isHigh ? high : low;
  const number = numberMask(textOf(infNFe, 'ide', 'nNF'));
  const series = seriesMask(textOf(infNFe, 'ide', 'serie'));
  const directionsTop = topCm + from.directions;
  const directionLeft = leftCm + widthCm - directionCm - 0.06;
  const below = (offsetCm: number) => ({ leftCm, topCm: topCm + offsetCm, widthCm });
  return {
    content: [
      textBox('danfe', below(from.danfe), ['DANFE']),
      textBox('meaning', below(from.meaning), isHigh ? meaning : shortMeaning),
      textBox('directions', { leftCm: leftCm + 0.08, topCm: directionsTop }, ['0 - ENTRADA', '1 - SAÍDA']),
      textBox('number', { leftCm: directionLeft, topCm: directionsTop + 0.06, widthCm: directionCm }, [
        textOf(infNFe, 'ide', 'tpNF') ?? '',
      ]),
      textBox('number', below(from.number), [`Nº ${number}`, `SÉRIE ${series}`, `FOLHA ${folio.page}/${folio.pages}`]),
    ],
    rules: rectangle(leftCm, topCm, widthCm, heightCm) + rectangle(directionLeft, directionsTop, directionCm, 0.55),
    hairlines: '',
  };
}
