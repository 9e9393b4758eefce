import { child, textOf } from '../../xml/reader.ts';
import { type Block, stack } from '../html/drawing.ts';
import { type DanfseField, form, row, sentenceBlock, titledRow } from './form.ts';
import { type ServiceNote, stateOfMunicipality } from './service-note.ts';
import { meaningOf, parts, brazilianPercent, reais, total } from './words.ts';

const notSubject = '4';

/** The ISSQN. A row for which the note has nothing is left out (2.4.5, note 5). */
export function issqn(note: ServiceNote): Block {
  const { infNFSe, infDPS } = note;
  const declared = child(infDPS, 'valores', 'trib', 'tribMun');
  const kind = declared && textOf(declared, 'tribISSQN');
  if (!declared || kind === notSubject) {
    return sentenceBlock('TRIBUTAÇÃO MUNICIPAL (ISSQN) - OPERAÇÃO NÃO SUJEITA AO ISSQN');
  }
  const computed = (tag: string) => textOf(infNFSe, 'valores', tag);
  return stack([
    titledRow('TRIBUTAÇÃO MUNICIPAL (ISSQN)', [
      { label: 'Tipo de Tributação do ISSQN', text: meaningOf('tribISSQN', kind), column: 1 },
      { label: 'Município / Sigla UF / País de Incidência do ISSQN', text: incidence(note), column: 2 },
    ]),
    ...rowWithText([
      { label: 'Regime Especial de Tributação do ISSQN', text: special(note), column: 0 },
      {
        label: 'Tipo de Imunidade do ISSQN',
        text: meaningOf('tpImunidade', textOf(declared, 'tpImunidade')),
        column: 1,
      },
      {
        label: 'Suspensão da Exigibilidade do ISSQN',
        text: meaningOf('tpSusp', textOf(declared, 'exigSusp', 'tpSusp')),
        column: 2,
      },
      { label: 'Número Processo Suspensão', text: textOf(declared, 'exigSusp', 'nProcesso'), column: 3 },
    ]),
    ...rowWithText([
      { label: 'Benefício Municipal', text: meaningOf('tpBM', computed('tpBM')), column: 0 },
      { label: 'Cálculo do BM', text: reais(computed('vCalcBM') ?? textOf(declared, 'BM', 'vRedBCBM')), column: 1 },
      { label: 'Total Deduções/Reduções', text: reais(deductions(note)), column: 2 },
      {
        label: 'Desconto Incondicionado',
        text: reais(textOf(infDPS, 'valores', 'vDescCondIncond', 'vDescIncond')),
        column: 3,
      },
    ]),
    row([
      { label: 'BC ISSQN', text: reais(computed('vBC')), column: 0 },
      { label: 'Alíquota Aplicada', text: brazilianPercent(computed('pAliqAplic')), column: 1 },
      { label: 'Retenção do ISSQN', text: meaningOf('tpRetISSQN', textOf(declared, 'tpRetISSQN')), column: 2 },
      { label: 'ISSQN Apurado', text: reais(computed('vISSQN')), column: 3 },
    ]),
  ]);
}

function rowWithText(fields: readonly DanfseField[]): Block[] {
  return fields.some(({ text }) => text) ? [row(fields)] : [];
}

function special({ infDPS }: ServiceNote): string | undefined {
  return meaningOf('regEspTrib', textOf(infDPS, 'prest', 'regTrib', 'regEspTrib'));
}

function incidence({ infNFSe, infDPS }: ServiceNote): string {
  const code = textOf(infNFSe, 'cLocIncid');
  const abroad = textOf(infDPS, 'valores', 'trib', 'tribMun', 'cPaisResult');
  return parts(textOf(infNFSe, 'xLocIncid'), stateOfMunicipality(code), abroad ?? (code && 'BR'));
}

/** Deductions: as declared, or as computed for the note from a percentage or from documents. */
function deductions({ infNFSe, infDPS }: ServiceNote): string | undefined {
  return (
    textOf(infDPS, 'valores', 'vDedRed', 'vDR') ??
    total(textOf(infNFSe, 'valores', 'vCalcDR'), textOf(infNFSe, 'IBSCBS', 'valores', 'vCalcReeRepRes'))
  );
}

/** tpRetPisCofins of PIS and COFINS that the taker withholds: the provider does not owe them then. */
const retained = '1';
/** The last year with PIS and COFINS (2.4.5, note 6). */
const lastYear = '2026';

/** Federal taxes without the CBS. PIS and COFINS that are withheld are part of the contributions withheld. */
export function federalTaxes({ infDPS }: ServiceNote): Block {
  const taxes = child(infDPS, 'valores', 'trib', 'tribFed');
  const of = (...path: string[]) => taxes && textOf(taxes, ...path);
  const [pis, cofins] = [of('piscofins', 'vPis'), of('piscofins', 'vCofins')];
  const retention = of('piscofins', 'tpRetPisCofins');
  const isRetained = retention === retained;
  const contributions = isRetained ? total(of('vRetCSLL'), pis, cofins) : of('vRetCSLL');
  const own = (amount: string | undefined) => reais(isRetained ? amount && '0.00' : amount);
  const hasPis = (textOf(infDPS, 'dCompet') ?? '').slice(0, 4) <= lastYear;
  return stack([
    titledRow('TRIBUTAÇÃO FEDERAL (EXCETO CBS)', [
      { label: 'IRRF', text: reais(of('vRetIRRF')), column: 1 },
      { label: 'Contribuição Previdenciária - Retida', text: reais(of('vRetCP')), column: 2 },
      { label: 'Contribuições Sociais - Retidas', text: reais(contributions), column: 3 },
    ]),
    ...(hasPis
      ? [
          row([
            { label: 'PIS - Débito Apuração Própria', text: own(pis), column: 0 },
            { label: 'COFINS - Débito Apuração Própria', text: own(cofins), column: 1 },
            {
              label: 'Descrição Contrib. Sociais - Retidas',
              text: meaningOf('tpRetPisCofins', retention),
              column: 2,
            },
          ]),
        ]
      : []),
  ]);
}

/** IBS and CBS as the authority computed them; dashes where the note has none. */
export function ibsCbs(note: ServiceNote): Block {
  const { infNFSe, infDPS } = note;
  const computed = child(infNFSe, 'IBSCBS');
  const of = (...path: string[]) => computed && textOf(computed, ...path);
  const rate = (...path: string[]) => brazilianPercent(of('valores', ...path));
  const amount = (...path: string[]) => reais(of('totCIBS', ...path));
  const classes = child(infDPS, 'IBSCBS', 'valores', 'trib', 'gIBSCBS');
  const place = of('cLocalidadeIncid');
  return stack([
    titledRow('TRIBUTAÇÃO IBS / CBS', [
      {
        label: 'CST / cClassTrib',
        text: parts(classes && textOf(classes, 'CST'), classes && textOf(classes, 'cClassTrib')),
        column: 1,
      },
      {
        label: 'Indicador de Operação / Código IBGE Incidência / Município Incidência / Sigla UF',
        text: parts(textOf(infDPS, 'IBSCBS', 'cIndOp'), place, of('xLocalidadeIncid'), stateOfMunicipality(place)),
        column: 2,
      },
    ]),
    row([
      { label: 'Exclusões e Reduções da Base de Cálculo', text: computed && reais(exclusions(note)), column: 0 },
      { label: 'Base de Cálculo Após Exclusões e Reduções', text: reais(of('valores', 'vBC')), column: 1 },
      {
        label: 'Red. Alíquota IBS / Red. Alíquota CBS',
        text: parts(rate('uf', 'pRedAliqUF'), rate('mun', 'pRedAliqMun'), rate('fed', 'pRedAliqCBS')),
        column: 2,
      },
      { label: 'Alíquota - IBS UF / IBS Mun', text: parts(rate('uf', 'pIBSUF'), rate('mun', 'pIBSMun')), column: 3 },
    ]),
    row([
      { label: 'Alíq. Efetiva Municipal - IBS', text: rate('mun', 'pAliqEfetMun'), column: 0 },
      { label: 'Valor Apurado Municipal - IBS', text: amount('gIBS', 'gIBSMunTot', 'vIBSMun'), column: 1 },
      { label: 'Alíq. Efetiva Estadual - IBS', text: rate('uf', 'pAliqEfetUF'), column: 2 },
      { label: 'Valor Apurado Estadual - IBS', text: amount('gIBS', 'gIBSUFTot', 'vIBSUF'), column: 3 },
    ]),
    row([
      { label: 'Valor Total Apurado - IBS', text: amount('gIBS', 'vIBSTot'), column: 0 },
      { label: 'Alíquota - CBS', text: rate('fed', 'pCBS'), column: 1 },
      { label: 'Alíquota Efetiva - CBS', text: rate('fed', 'pAliqEfetCBS'), column: 2 },
      { label: 'Valor Total Apurado - CBS', text: amount('gCBS', 'vCBS'), column: 3 },
    ]),
  ]);
}

/** Everything that is taken off the price of the service to get the base. */
function exclusions({ infNFSe, infDPS }: ServiceNote): string | undefined {
  const declared = child(infDPS, 'valores');
  const pisCofins = declared && child(declared, 'trib', 'tribFed', 'piscofins');
  return total(
    declared && textOf(declared, 'vDescCondIncond', 'vDescIncond'),
    textOf(infNFSe, 'IBSCBS', 'valores', 'vCalcReeRepRes'),
    textOf(infNFSe, 'valores', 'vISSQN'),
    pisCofins && textOf(pisCofins, 'vPis'),
    pisCofins && textOf(pisCofins, 'vCofins'),
  );
}

/** The price of the service, and what of it is paid to the provider. */
export function totals({ infNFSe, infDPS }: ServiceNote): Block {
  const discount = (tag: string) => reais(textOf(infDPS, 'valores', 'vDescCondIncond', tag));
  const computed = (tag: string) => reais(textOf(infNFSe, 'valores', tag));
  const reform = (...path: string[]) => textOf(infNFSe, 'IBSCBS', 'totCIBS', ...path);
  return stack([
    titledRow(
      'VALOR TOTAL DA NFS-e',
      [
        {
          label: 'Valor da Operação / Serviço',
          text: reais(textOf(infDPS, 'valores', 'vServPrest', 'vServ')),
          column: 1,
        },
        { label: 'Desconto Incondicionado', text: discount('vDescIncond'), column: 2 },
        { label: 'Desconto Condicionado', text: discount('vDescCond'), column: 3 },
      ],
      form.mainRowCm,
    ),
    row(
      [
        { label: 'Total das Retenções (ISSQN / Federais)', text: computed('vTotalRet'), column: 0 },
        { label: 'Valor Líquido da NFS-e', text: computed('vLiq'), column: 1 },
        { label: 'Total do IBS/CBS', text: reais(total(reform('gIBS', 'vIBSTot'), reform('gCBS', 'vCBS'))), column: 2 },
        { label: 'Valor Líquido da NFS-e + IBS/CBS', text: reais(reform('vTotNF')), column: 3, isShaded: true },
      ],
      { heightCm: form.mainRowCm },
    ),
  ]);
}
