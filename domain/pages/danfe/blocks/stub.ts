import { numberMask, seriesMask } from '../../../masks.ts';
import { day } from '../../../moments.ts';
import { textOf } from '../../../xml/reader.ts';
import { type Block, dashed, merged, rectangle } from '../../html/drawing.ts';
import { wrapText } from '../../html/text.ts';
import { brazilianMoney } from '../../html/values.ts';
import type { AuthorizedNote } from '../authorized-note.ts';
import { drawFields, paddingCm, smallPt, textBox } from '../fields.ts';
import type { Sheet } from '../sheet.ts';

const heightCm = 2.12;
const stubCm = 1.7;
const numberCm = 4.47;

/** The stub that the recipient signs, with the line to cut along below it (Canhoto of a portrait sheet). */
export function stub(note: AuthorizedNote, sheet: Sheet): Block {
  const { leftCm, printWidthCm, fieldCm } = sheet;
  const wordsCm = printWidthCm - numberCm;
  const lines = wrapText(stubWords(note), wordsCm - 2 * paddingCm, { sizePt: smallPt }).slice(0, 3);
  const rightCm = leftCm + wordsCm;

  return {
    heightCm,
    draw(topCm) {
      const signature = drawFields(
        sheet,
        [{ label: 'DATA DE RECEBIMENTO', widthsCm: [4.1, 4.1] }, { label: 'IDENTIFICAÇÃO E ASSINATURA DO RECEBEDOR' }],
        { leftCm, topCm: topCm + fieldCm, widthCm: wordsCm },
      );
      const numberPlace = { leftCm: rightCm, topCm: topCm + 0.2, widthCm: numberCm };
      return merged([
        signature,
        {
          content: [
            textBox('lines', { leftCm: leftCm + paddingCm, topCm: topCm + 0.04 }, lines),
            textBox('number', numberPlace, stubNumber(note)),
          ],
          rules: rectangle(leftCm, topCm, wordsCm, fieldCm) + rectangle(rightCm, topCm, numberCm, stubCm),
          hairlines: dashed(leftCm, topCm + (stubCm + heightCm) / 2, printWidthCm),
        },
      ]);
    },
  };
}

/** The sentence that the recipient signs. */
export function stubWords({ infNFe }: AuthorizedNote): string {
  const issuer = textOf(infNFe, 'emit', 'xNome') ?? '';
  const recipient = textOf(infNFe, 'dest', 'xNome') ?? '';
  return (
    `RECEBEMOS DE ${issuer} OS PRODUTOS/SERVIÇOS CONSTANTES DA NOTA FISCAL INDICADA AO LADO. EMISSÃO: ` +
    `${day(textOf(infNFe, 'ide', 'dhEmi'))} VALOR TOTAL: R$ ${brazilianMoney(textOf(infNFe, 'total', 'ICMSTot', 'vNF'))} ` +
    `DESTINATÁRIO: ${recipient}`
  );
}

/** The number of the note that the stub belongs to, line by line. */
export function stubNumber({ infNFe }: AuthorizedNote): string[] {
  return [
    'NF-e',
    `Nº ${numberMask(textOf(infNFe, 'ide', 'nNF'))}`,
    `SÉRIE ${seriesMask(textOf(infNFe, 'ide', 'serie'))}`,
  ];
}
