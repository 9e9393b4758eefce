import { type Fault, refusal } from '../../faults.ts';
import { stateCodes } from '../../states.ts';
import { taxIdKind } from '../../tax-id.ts';
import type { GoodsPayload } from '../payload.ts';
import { checkWritten } from './forms.ts';

/** Faults of form of prescriptions of pesticides and of the permit that animals, plants or wood travel with (agropecuario). */
export function checkFarmGoods({ pesticidePrescriptions, transitPermit: permit }: GoodsPayload): Fault[] {
  const prescriptions = pesticidePrescriptions ?? [];
  if (prescriptions.length > 0 && permit) {
    const message =
      'Uma nota diz receituários de agrotóxicos ou uma guia de trânsito: emita uma nota para cada (agropecuario, PL_010f).';
    return [refusal('transitPermit', message)];
  }
  return [
    ...prescriptions.flatMap(({ number, agronomistTaxId }, index) => {
      const path = `pesticidePrescriptions[${index}]`;
      const faults = checkWritten(number, { least: 1, most: 30 }, `${path}.number`);
      if (taxIdKind(agronomistTaxId) === 'CPF') return faults;
      const message = `${agronomistTaxId.slice(0, 20)} não é um CPF: confira o do responsável técnico na receita.`;
      return [...faults, refusal(`${path}.agronomistTaxId`, message)];
    }),
    ...(permit
      ? [
          ...(stateCodes.has(permit.state)
            ? []
            : [refusal('transitPermit.state', `${permit.state.slice(0, 10)} não é a sigla de uma UF.`)]),
          ...checkWritten(permit.series, { least: 0, most: 9 }, 'transitPermit.series'),
          ...(/^\d{1,9}$/.test(permit.number)
            ? []
            : [refusal('transitPermit.number', 'O número da guia tem de 1 a 9 dígitos.')]),
        ]
      : []),
  ];
}
