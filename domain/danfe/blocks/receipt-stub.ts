import { textOf } from '../../xml/reader.ts';
import type { AuthorizedNote } from '../authorized-note.ts';
import { type Block, merged } from '../block.ts';
import { drawFields } from '../field-row.ts';
import { numberMask, seriesMask } from '../masks.ts';
import { dashed, rectangle } from '../path.ts';
import { sheet } from '../sheet.ts';
import { textBox } from '../text-box.ts';
import { money } from '../numbers.ts';
import { day } from '../moments.ts';
import { wrapText } from '../wrap-text.ts';

const heightCm = 2.12;
const stubCm = 1.7;
const numberCm = 4.47;

/** The stub that the recipient signs, above the line to cut along (Canhoto). */
export function receiptStub({ infNFe }: AuthorizedNote): Block {
  const wordsCm = sheet.printWidthCm - numberCm;
  const issuer = textOf(infNFe, 'emit', 'xNome') ?? '';
  const recipient = textOf(infNFe, 'dest', 'xNome') ?? '';
  const words =
    `RECEBEMOS DE ${issuer} OS PRODUTOS/SERVIÇOS CONSTANTES DA NOTA FISCAL INDICADA AO LADO. EMISSÃO: ` +
    `${day(textOf(infNFe, 'ide', 'dhEmi'))} VALOR TOTAL: R$ ${money(textOf(infNFe, 'total', 'ICMSTot', 'vNF'))} ` +
    `DESTINATÁRIO: ${recipient}`;
  const lines = wrapText(words, wordsCm - 2 * sheet.paddingCm, { sizePt: sheet.smallPt }).slice(0, 3);
  const number = numberMask(textOf(infNFe, 'ide', 'nNF'));
  const series = seriesMask(textOf(infNFe, 'ide', 'serie'));
  const rightCm = sheet.leftCm + wordsCm;

  return {
    heightCm,
    draw(topCm) {
      const signature = drawFields(
        [{ label: 'DATA DE RECEBIMENTO', widthCm: 4.1 }, { label: 'IDENTIFICAÇÃO E ASSINATURA DO RECEBEDOR' }],
        sheet.leftCm,
        topCm + sheet.fieldCm,
        wordsCm,
      );
      const wordsPlace = { leftCm: sheet.leftCm + sheet.paddingCm, topCm: topCm + 0.04 };
      const numberPlace = { leftCm: rightCm, topCm: topCm + 0.2, widthCm: numberCm };
      return merged([
        signature,
        {
          content: [
            textBox('lines', wordsPlace, lines),
            textBox('number', numberPlace, ['NF-e', `Nº ${number}`, `SÉRIE ${series}`]),
          ],
          rules: rectangle(sheet.leftCm, topCm, wordsCm, sheet.fieldCm) + rectangle(rightCm, topCm, numberCm, stubCm),
          hairlines: dashed(sheet.leftCm, topCm + (stubCm + heightCm) / 2, sheet.printWidthCm),
        },
      ]);
    },
  };
}
