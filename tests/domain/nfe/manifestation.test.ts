import { expect, test } from 'vitest';
import { manifestationEvent, signEvent } from '../../../domain/nfe/events.ts';
import { manifestations } from '../../../domain/received/kinds.ts';
import { codeOf, isConclusion, manifestationOf } from '../../../domain/received/manifestations.ts';
import { makeSigner } from '../../support/samples/signer.ts';
import { officialValidator } from '../../support/servers/schema-pack.ts';

const validator = officialValidator('nfe');
const signer = makeSigner();
const header = {
  accessKey: '35261111222333000181550010000000011000000010',
  sequence: 1,
  taxId: '11444777000161',
  cOrgao: '91',
  environment: 'HOMOLOGATION',
  at: new Date('2026-11-22T12:00:00Z'),
  state: 'SP',
} as const;
const justification = 'Mercadoria recusada na entrega por avaria & atraso.';

test.each(manifestations)(
  '%s is as the official schemas of the event and of its own fields have it',
  (manifestation) => {
    const { xml } = signEvent(manifestationEvent({ ...header, manifestation, justification }), signer);
    expect(validator.validate('confRecebto_v1.00.xsd', xml)).toEqual([]);
    const code = codeOf(manifestation);
    const detail = /<detEvento[\s\S]*<\/detEvento>/.exec(xml)?.[0] ?? '';
    const alone = detail.replace('<detEvento', '<detEvento xmlns="http://www.portalfiscal.inf.br/nfe"');
    expect(validator.validate(`e${code}_v1.00.xsd`, alone)).toEqual([]);
    expect(xml).toContain(`Id="ID${code}${header.accessKey}01"`);
  },
);

test('the author may be a person, or a company whose CNPJ has letters', () => {
  for (const [taxId, field] of [
    ['52998224725', 'CPF'],
    ['12ABC34501DE35', 'CNPJ'],
  ] as const) {
    const { infEvento } = manifestationEvent({ ...header, taxId, manifestation: 'CIENCIA', justification: '' });
    expect(infEvento).toContain(`<${field}>${taxId}</${field}>`);
  }
});

test('each manifestation has its code, and all but the awareness conclude', () => {
  for (const manifestation of manifestations) {
    expect(manifestationOf(codeOf(manifestation))).toBe(manifestation);
    expect(isConclusion(codeOf(manifestation))).toBe(manifestation !== 'CIENCIA');
  }
  expect(manifestationOf('110111')).toBeNull();
  expect(isConclusion('110111')).toBe(false);
});
