import { child, textOf } from '../../../xml/reader.ts';
import { type Block, stack } from '../../html/block.ts';
import { row, titledRow } from '../drawing/row.ts';
import { stateOfMunicipality } from '../places.ts';
import type { ServiceNote } from '../service-note.ts';
import { parts, percent, reais, total } from '../values.ts';

/** The taxes of the reform, as the emitter computed them; dashes where the note has none. */
export function ibsCbs(note: ServiceNote): Block {
  const { infNFSe, infDPS } = note;
  const computed = child(infNFSe, 'IBSCBS');
  const of = (...path: string[]) => computed && textOf(computed, ...path);
  const rate = (...path: string[]) => percent(of('valores', ...path));
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

/** All that the base is less than the price of the service. */
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
