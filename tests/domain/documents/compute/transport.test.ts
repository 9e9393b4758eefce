import { expect, test } from 'vitest';
import type { CarrierSnapshot } from '../../../../domain/carriers/carrier-input.ts';
import { transportOf } from '../../../../domain/documents/compute/note.ts';

const carrier: CarrierSnapshot = {
  name: 'Transportes Andorinha Ltda',
  document: '11444777000161',
  documentType: 'CNPJ',
  stateRegistration: 'ISENTO',
  anttCode: '12345678',
  address: 'Rua do Porto, 7',
  city: 'Santos',
  state: 'SP',
};
const vehicle = { vehiclePlate: 'ABC1D23', vehicleState: 'SP' };
const internal = { destination: '1' } as const;

test('the carrier of a document is its snapshot, its registration as it stands there', () => {
  expect(transportOf({ carrier }, internal).carrier).toEqual({
    document: '11444777000161',
    name: 'Transportes Andorinha Ltda',
    stateRegistration: 'ISENTO',
    address: 'Rua do Porto, 7',
    city: 'Santos',
    state: 'SP',
  });
});

test('a carrier without document has none on the note', () => {
  expect(transportOf({ carrier: { ...carrier, document: '', documentType: null } }, internal).carrier).toMatchObject({
    document: null,
  });
});

test.each([
  ['the vehicle’s own', { ...vehicle, carrier, vehicleRntc: '87654321' }, '87654321'],
  ['the carrier’s where the vehicle has none', { ...vehicle, carrier }, '12345678'],
  ['nobody’s without a carrier', vehicle, null],
])('the RNTRC is %s', (_whose, transport, rntc) => {
  expect(transportOf(transport, internal).vehicle).toEqual({ plate: 'ABC1D23', state: 'SP', rntc });
});

test.each([
  ['between states', '2', null],
  ['abroad', '3', { plate: 'ABC1D23', state: 'SP', rntc: '12345678' }],
] as const)(
  'goods that go %s (idDest %s) have a carrier, and no vehicle only between states',
  (_way, destination, shown) => {
    const transport = transportOf(
      { ...vehicle, carrier, trailers: [{ plate: 'DEF4G56', state: 'SP' }] },
      { destination },
    );
    expect(transport).toMatchObject({ vehicle: shown, carrier: { city: 'Santos' } });
    expect(transport.trailers?.length).toBe(shown ? 1 : undefined);
  },
);
