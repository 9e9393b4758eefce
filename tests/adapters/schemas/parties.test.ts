import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type CarrierInput, carrierSnapshot } from '../../../domain/carriers/carrier-input.ts';
import { normalizeCarrier, normalizeVehicle } from '../../../domain/carriers/normalize.ts';
import { companyRecord } from '../../../domain/companies/company-form.ts';
import { readCompanyForm } from '../../../domain/companies/settings-schema.ts';
import { transportOf } from '../../../domain/documents/compute/note.ts';
import type { ComputedNote } from '../../../domain/documents/computed-note.ts';
import { DomainError } from '../../../domain/errors.ts';
import { signNfe } from '../../../domain/nfe/build-nfe.ts';
import { layoutNfe } from '../../../domain/nfe/layout/inf-nfe.ts';
import { replaced } from '../../api/replaced.ts';
import { companyForm } from '../../cli/company-form.ts';
import { computedNote, identity } from '../../support/samples/notes.ts';
import { makeSigner } from '../../support/samples/signer.ts';
import { officialValidator } from '../../support/servers/schema-pack.ts';

const validator = officialValidator('nfe');
const signer = makeSigner();

const company = {
  ...companyForm,
  ...{ tradeName: 'Pão', municipalRegistration: '123', cnae: '4721-1/02', phone: '(11) 3333-4444' },
  address: { ...companyForm.address, complement: 'Loja 2' },
  technicalResponsible: { cnpj: '11222333000181', contact: 'Ana', email: 'ana@example.com', phone: '1133334444' },
  autXml: ['529.982.247-25'],
};
const ofCompany = [
  ...['taxId', 'name', 'tradeName', 'stateRegistration', 'municipalRegistration', 'cnae', 'phone', 'autXml[0]'],
  ...['street', 'number', 'complement', 'neighborhood', 'municipalityCode', 'city', 'state', 'zipCode'].map(
    (field) => `address.${field}`,
  ),
  ...['cnpj', 'contact', 'email', 'phone'].map((field) => `technicalResponsible.${field}`),
];
const carrier = {
  ...{ name: 'Transportes São Jorge', document: '11444777000161', stateRegistration: '116881331118', state: 'SP' },
  ...{ anttCode: '12345678', street: 'Rodovia Anhanguera', number: 'km 20', city: 'Osasco' },
} satisfies CarrierInput;
const vehicle = { plate: 'ABC1D23', state: 'SP', rntc: '12345678' };

const letters = fc.oneof(
  fc.constantFrom('', ' ', 'A', 'A\u00ad', 'A\u200b', '\u0085A', 'A\u007f', '…', 'Ω', '0', 'ISENTO', '“A”', '\u00a0'),
  fc.string({ unit: fc.constantFrom(...'aã 1.-/…–\u200b\u00ad\u00a0\u0085Ω'), maxLength: 70 }),
  fc.integer({ min: 14, max: 61 }).map((length) => 'a'.repeat(length)),
  fc.integer({ min: 1, max: 16 }).map((length) => '1'.repeat(length)),
);

test.each(ofCompany)('whatever %s of a company says, what is saved passes the official schema', async (path) => {
  await fc.assert(
    fc.asyncProperty(letters, async (text) => {
      const form = accepted(() => readCompanyForm(replaced(company, path, text)), path);
      if (!form) return;
      const { tradeName = null, ...record } = companyRecord(form);
      expect({ text, faults: await faultsOf({ issuer: { ...record, tradeName } }) }).toEqual({ text, faults: [] });
    }),
    { numRuns: 40 },
  );
});

test.each(Object.keys(carrier))(
  'whatever %s of a carrier says, what is saved passes the official schema',
  async (field) => {
    await fc.assert(
      fc.asyncProperty(letters, async (text) => {
        const normal = accepted(() => normalizeCarrier({ ...carrier, [field]: text }), field);
        if (!normal) return;
        const transport = transportOf({ carrier: carrierSnapshot(normal) }, { destination: '1' });
        expect({ text, faults: await faultsOf({ transport }) }).toEqual({ text, faults: [] });
      }),
      { numRuns: 40 },
    );
  },
);

test.each(Object.keys(vehicle))(
  'whatever %s of a vehicle says, what is saved passes the official schema',
  async (field) => {
    await fc.assert(
      fc.asyncProperty(letters, async (text) => {
        const normal = accepted(() => normalizeVehicle({ ...vehicle, [field]: text }), field);
        if (!normal) return;
        const { plate: vehiclePlate, state: vehicleState, rntc: vehicleRntc } = normal;
        const transport = transportOf({ vehiclePlate, vehicleState, vehicleRntc }, { destination: '1' });
        expect({ text, faults: await faultsOf({ transport }) }).toEqual({ text, faults: [] });
      }),
      { numRuns: 40 },
    );
  },
);

/** Street and number of a carrier are printed in one line, whose faults are reported at the street. */
const toldElsewhere = new Map([['number', 'street']]);

/** What `save` returns; null if it refuses the field by its name. */
function accepted<Kept>(save: () => Kept, path: string): Kept | null {
  try {
    return save();
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    const places = [path, toldElsewhere.get(path)];
    expect(error.issues.filter((issue) => places.includes(issue.path))).not.toEqual([]);
    return null;
  }
}

async function faultsOf(overrides: Partial<ComputedNote>) {
  const { accessKey, infNFe } = layoutNfe(computedNote(overrides), identity);
  const { xml } = signNfe(infNFe, accessKey, signer);
  return validator.validate('nfe_v4.00.xsd', xml);
}
