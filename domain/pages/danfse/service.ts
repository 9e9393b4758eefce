import { nbsMask, serviceCodeMask } from '../../masks.ts';
import { child, children, textOf } from '../../xml/reader.ts';
import { type Block, stack } from '../html/drawing.ts';
import { wrapText } from '../html/text.ts';
import { contentPt, family, innerWidthCm, lines, oneLine, titledRow, titleLine } from './form.ts';
import { type ServiceNote, stateOfMunicipality } from './service-note.ts';
import { absent, parts, brazilianPercent, reais, within } from './words.ts';

const wholeCm = innerWidthCm(0, 4);

/** The service and its place: codes, the words of the code (2.4.5: the municipality's own if it has any), and the lines of the description. */
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

/** The description, broken into lines of the form's width. Its own line breaks are kept; empty lines are not. */
export function descriptionLines({ infDPS }: ServiceNote): string[] {
  const words = textOf(infDPS, 'serv', 'cServ', 'xDescServ') ?? absent;
  return words.split('\n').flatMap((paragraph) => wrapText(paragraph, wholeCm, { sizePt: contentPt, family }));
}

const mostCharacters = 2000;

/** The block of additional information; the approximate taxes come last. */
export function additionalInformation(information: readonly string[], taxes: readonly string[]): Block {
  return stack([titleLine('INFORMAÇÕES COMPLEMENTARES'), lines([...information, ...taxes])]);
}

/** Further information of the note, each part under its own label, in the order of NT SE/CGNFS-e 008 (2.4.5; notes 7 to 9). */
export function informationLines({ infNFSe, infDPS }: ServiceNote): string[] {
  const service = child(infDPS, 'serv');
  const of = (...path: string[]) => service && textOf(service, ...path);
  const order = service && child(service, 'infoCompl', 'gItemPed');
  const items = order ? children(order, 'xItemPed').map(({ text }) => text) : [];
  const property = of('obra', 'inscImobFisc') ?? textOf(infDPS, 'IBSCBS', 'imovel', 'inscImobFisc');
  const labelled: [string, string | undefined][] = [
    ['Inf. Cont.', of('infoCompl', 'xInfComp')],
    ['NFS-e Subst.', textOf(infDPS, 'subst', 'chSubstda')],
    ['Doc. Ref.', of('infoCompl', 'docRef')],
    ['Cod. Obra', of('obra', 'cObra')],
    ['Insc. Imob.', property],
    ['Cod. Evt.', of('atvEvento', 'idAtvEvt')],
    ['Doc. Tec.', of('infoCompl', 'idDocTec')],
    ['Núm. Ped.', of('infoCompl', 'xPed')],
    ['Item Ped.', items.join(', ')],
    ['Inf. A. T. Mun.', textOf(infNFSe, 'xOutInf')],
  ];
  const present = labelled.flatMap(([label, text]) => (text ? [`${label}: ${text}`] : []));
  return wrapped(within(present.join(' | '), mostCharacters));
}

/** The approximate taxes (Lei 12.741/2012) in the form that NT SE/CGNFS-e 008 prescribes (2.4.5, note 10); Simples Nacional has only one rate. */
export function approximateTaxLines({ infDPS }: ServiceNote): string[] {
  const taxes = child(infDPS, 'valores', 'trib', 'totTrib');
  const of = (level: 'Fed' | 'Est' | 'Mun') =>
    (taxes &&
      (reais(textOf(taxes, 'vTotTrib', `vTotTrib${level}`)) ??
        brazilianPercent(textOf(taxes, 'pTotTrib', `pTotTrib${level}`)))) ??
    absent;
  const simples = brazilianPercent(taxes && textOf(taxes, 'pTotTribSN'));
  const sentence =
    `Totais Aproximados dos Tributos cfe. Lei nº 12.741/2012: Federais: ${of('Fed')} ; Estaduais: ${of('Est')} ; ` +
    `Municipais: ${of('Mun')}`;
  return wrapped(simples ? `${sentence} ; Simples Nacional: ${simples}` : sentence);
}

function wrapped(text: string): string[] {
  return wrapText(text, wholeCm, { sizePt: contentPt, family });
}
