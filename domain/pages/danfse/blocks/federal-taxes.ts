import { child, textOf } from '../../../xml/reader.ts';
import { type Block, stack } from '../../html/block.ts';
import { row, titledRow } from '../drawing/row.ts';
import type { ServiceNote } from '../service-note.ts';
import { reais, total } from '../values.ts';
import { meaningOf } from '../words.ts';

/** tpRetPisCofins of PIS and COFINS that the taker retains: then they are no debt of the provider's. */
const retained = '1';
/** PIS and COFINS end with this year (2.4.5, note 6). */
const lastYear = '2026';

/** Taxes of the Union but CBS; what is retained of PIS and COFINS counts among the contributions. */
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
