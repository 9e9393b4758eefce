import type { ComputedNote, TakenPlace } from '../../documents/computed-note.ts';
import { digits, taxIdField } from '../../xml/tax-id-field.ts';
import { field, group } from '../../xml/writer.ts';

/** Groups F and G: where the goods are picked up and delivered. */
export function layoutPlaces({ pickup, delivery }: Pick<ComputedNote, 'pickup' | 'delivery'>): string {
  return [pickup ? layoutPlace('retirada', pickup) : '', delivery ? layoutPlace('entrega', delivery) : ''].join('');
}

/** TLocal; its fields have the same order in both groups. */
function layoutPlace(tag: 'retirada' | 'entrega', place: TakenPlace): string {
  return group(
    tag, // F01, G01
    taxIdField(place.document), // F02, F02a
    field('xNome', place.name), // F02b
    field('xLgr', place.street), // F03
    field('nro', place.number), // F04
    field('xCpl', place.complement), // F05
    field('xBairro', place.neighborhood), // F06
    field('cMun', place.municipalityCode), // F07
    field('xMun', place.city), // F08
    field('UF', place.state), // F09
    field('CEP', digits(place.zipCode)), // F10
    field('fone', digits(place.phone)), // F13
    field('email', place.email), // F14
    field('IE', digits(place.stateRegistration)), // F15
  );
}
