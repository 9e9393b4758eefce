import type { ComputedNote, ComputedTransport, TakenPlace } from '../../documents/computed-note.ts';
import type { Trailer } from '../../documents/payload.ts';
import { onlyDigits, field, group, taxIdField } from '../../xml/writer.ts';

/** Groups F and G: where the goods are picked up and delivered. */
export function layoutPlaces({ pickup, delivery }: Pick<ComputedNote, 'pickup' | 'delivery'>): string {
  return [pickup ? layoutPlace('retirada', pickup) : '', delivery ? layoutPlace('entrega', delivery) : ''].join('');
}

/** A TLocal; both groups have the same fields. */
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
    field('CEP', onlyDigits(place.zipCode)), // F10
    field('fone', onlyDigits(place.phone)), // F13
    field('email', place.email), // F14
    field('IE', onlyDigits(place.stateRegistration)), // F15
  );
}

const freightCodes = {
  SENDER: '0',
  RECIPIENT: '1',
  THIRD_PARTY: '2',
  OWN_SENDER: '3',
  OWN_RECIPIENT: '4',
  NO_FREIGHT: '9',
};

/** Group X: transport. */
export function layoutTransp({ transport }: Pick<ComputedNote, 'transport'>): string {
  return group(
    'transp',
    field('modFrete', freightCodes[transport.freightType]), // X02
    transport.carrier ? layoutCarrier(transport.carrier) : '',
    transport.vehicle ? layoutVehicle('veicTransp', transport.vehicle) : '', // X18
    ...(transport.trailers ?? []).map((trailer) => layoutVehicle('reboque', trailer)), // X22
    field('vagao', transport.wagon), // X25a
    field('balsa', transport.barge), // X25b
    transport.volume ? layoutVolume(transport.volume) : '',
  );
}

function layoutCarrier(carrier: NonNullable<ComputedTransport['carrier']>): string {
  return group(
    'transporta', // X03
    carrier.document ? taxIdField(carrier.document) : '', // X04, X05
    field('xNome', carrier.name), // X06
    field('IE', registration(carrier.stateRegistration)), // X07
    field('xEnder', carrier.address), // X08
    field('xMun', carrier.city), // X09
    field('UF', carrier.state), // X10
  );
}

/** Digits, or `ISENTO` for an exempt carrier. */
function registration(text: string | null): string | null {
  return text?.trim().toUpperCase() === 'ISENTO' ? 'ISENTO' : onlyDigits(text);
}

/** A TVeiculo; both groups have the same fields. */
function layoutVehicle(tag: 'veicTransp' | 'reboque', vehicle: Trailer): string {
  return group(
    tag,
    field('placa', vehicle.plate), // X19, X23
    field('UF', vehicle.state), // X20, X24
    field('RNTC', vehicle.rntc), // X21, X25
  );
}

function layoutVolume(volume: NonNullable<ComputedTransport['volume']>): string {
  return group(
    'vol', // X26
    field('qVol', volume.quantity?.toFixed(0)), // X27
    field('esp', volume.species), // X28
    field('marca', volume.brand), // X29
    field('nVol', volume.numbering), // X30
    field('pesoL', volume.netWeight), // X31
    field('pesoB', volume.grossWeight), // X32
    ...(volume.seals ?? []).map((seal) => group('lacres', field('nLacre', seal))), // X33, X34
  );
}
