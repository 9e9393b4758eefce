import type { Element } from '../xml/element.ts';
import { child, textOf } from '../xml/element.ts';
import { stateOfMunicipality } from './municipalities.ts';
import { wrongCnpj, wrongCpf, wrongRegistration } from './party.ts';
import { abroad } from './places.ts';
import type { Rule } from './rule.ts';
import { isNfe, noteRule, onlyIf } from './rule.ts';

const municipalityAbroad = '9999999';

const groups = [
  { name: 'retirada', id: 'F', cnpj: 512, cpf: 540, abroad: 513, state: 277 },
  { name: 'entrega', id: 'G', cnpj: 514, cpf: 541, abroad: 515, state: 279 },
] as const;

/** Groups F and G: where goods are picked up and delivered when not at the parties' addresses (MOC 7.0 Anexo I). */
export const deliveryAndPickupRules: readonly Rule[] = groups.flatMap((group) => {
  const rule = (cStat: number, id: string, breaks: (place: Element) => boolean): Rule =>
    noteRule(cStat, group.id + id, ({ infNFe }) => {
      const place = child(infNFe, group.name);
      return place !== undefined && breaks(place);
    });
  return [
    rule(group.cnpj, '02-10', wrongCnpj),
    rule(group.cpf, '02a-10', wrongCpf),
    rule(group.abroad, '07-10', (place) => isAbroad(place) && textOf(place, 'cMun') !== municipalityAbroad),
    rule(group.state, '07-30', (place) => !isAbroad(place) && stateOfMunicipality(place) !== textOf(place, 'UF')),
    ...onlyIf(isNfe, [rule(971, '15-10', (place) => wrongRegistration(place, textOf(place, 'UF')))]),
  ];
});

function isAbroad(place: Element): boolean {
  return textOf(place, 'UF') === abroad;
}
