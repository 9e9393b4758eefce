import { textOf } from '../../xml/reader.ts';
import type { AuthorizedNote } from '../authorized-note.ts';
import type { Drawing } from '../block.ts';
import { numberMask, seriesMask } from '../masks.ts';
import { rectangle } from '../path.ts';
import { textBox } from '../text-box.ts';
import type { BoxPlace } from './emitter-box.ts';
import type { Folio } from './identification.ts';

const directionCm = 0.5;

/** The box that says what the paper is: DANFE, in or out, number, series and folio. */
export function documentBox({ infNFe }: AuthorizedNote, place: BoxPlace & { folio: Folio }): Drawing {
  const { leftCm, topCm, widthCm, heightCm, folio } = place;
  const number = numberMask(textOf(infNFe, 'ide', 'nNF'));
  const series = seriesMask(textOf(infNFe, 'ide', 'serie'));
  const direction = { leftCm: leftCm + widthCm - directionCm - 0.06, topCm: topCm + 1.62, widthCm: directionCm };
  const below = (offsetCm: number) => ({ leftCm, topCm: topCm + offsetCm, widthCm });
  return {
    content: [
      textBox('danfe', below(0.08), ['DANFE']),
      textBox('meaning', below(0.62), ['Documento Auxiliar', 'da Nota Fiscal', 'Eletrônica']),
      textBox('directions', { leftCm: leftCm + 0.08, topCm: topCm + 1.62 }, ['0 - ENTRADA', '1 - SAÍDA']),
      textBox('number', { ...direction, topCm: direction.topCm + 0.06 }, [textOf(infNFe, 'ide', 'tpNF') ?? '']),
      textBox('number', below(2.5), [`Nº ${number}`, `SÉRIE ${series}`, `FOLHA ${folio.page}/${folio.pages}`]),
    ],
    rules:
      rectangle(leftCm, topCm, widthCm, heightCm) + rectangle(direction.leftCm, direction.topCm, directionCm, 0.55),
    hairlines: '',
  };
}
