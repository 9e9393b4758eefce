import { child, textOf } from '../../../xml/reader.ts';
import { type Block, stack } from '../../html/block.ts';
import { nbsMask, serviceCodeMask } from '../../../masks.ts';
import { wrapText } from '../../html/wrap-text.ts';
import { contentPt, family, innerWidthCm } from '../drawing/form.ts';
import { lines, oneLine, titledRow } from '../drawing/row.ts';
import { stateOfMunicipality } from '../places.ts';
import type { ServiceNote } from '../service-note.ts';
import { absent, parts } from '../values.ts';

const wholeCm = innerWidthCm(0, 4);

/** What was done and where: codes, the words of the code (2.4.5: the town's own where it has some), and the lines of the description. */
export function service({ infNFSe, infDPS }: ServiceNote, description: readonly string[]): Block {
  const place = child(infDPS, 'serv', 'locPrest');
  const code = child(infDPS, 'serv', 'cServ');
  const municipalityCode = place && textOf(place, 'cLocPrestacao');
  const country = place && textOf(place, 'cPaisPrestacao');
  const words = textOf(infNFSe, 'xTribMun') ?? textOf(infNFSe, 'xTribNac') ?? absent;
  return stack([
    titledRow('SERVIÇO PRESTADO', [
      {
        label: 'Código de Tributação Nacional / Municipal',
        text: parts(
          serviceCodeMask(code && textOf(code, 'cTribNac')),
          (code && textOf(code, 'cTribMun'))?.padStart(3, '0'),
        ),
        column: 1,
      },
      { label: 'Código da NBS', text: nbsMask(code && textOf(code, 'cNBS')), column: 2 },
      {
        label: 'Local da Prestação / Sigla UF / País',
        text: parts(textOf(infNFSe, 'xLocPrestacao'), stateOfMunicipality(municipalityCode), country ?? 'BR'),
        column: 3,
      },
    ]),
    lines([oneLine(words, wholeCm)]),
    lines(description, 'Descrição do Serviço'),
  ]);
}

/** The description in lines of the form's width; its own line breaks stay, those without words between them do not. */
export function descriptionLines({ infDPS }: ServiceNote): string[] {
  const words = textOf(infDPS, 'serv', 'cServ', 'xDescServ') ?? absent;
  return words.split('\n').flatMap((paragraph) => wrapText(paragraph, wholeCm, { sizePt: contentPt, family }));
}
