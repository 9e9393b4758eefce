import { z } from 'zod';
import { timestamp } from '../clock.ts';
import { amount, taxId } from '../control/route.ts';
import { namespace } from '../nfse/document.ts';
import { digits } from '../nfse/key.ts';
import type { NfseNote } from '../nfse/register.ts';
import { endElsewhere, endsElsewhere } from '../nfse/sefin/events.ts';
import { generateNote } from '../nfse/sefin/generated-documents.ts';
import type { TaxAuthority } from '../tax-authority.ts';
import type { Environment } from '../transport/endpoints.ts';
import { type Content, readXml, writeElement } from '../xml/element.ts';
import { signedBySupplier } from './suppliers.ts';

const saoPaulo = '3550308';
/** The last series for programs of companies, so that programs that issue here as the same company can have the first ones. */
const series = '49999';

/** One NFS-e as a provider would have issued it, or `count` of them. */
export const serviceOrder = z.strictObject({
  issuer: z.strictObject({ taxId, name: z.string().min(2).max(60).optional() }),
  taker: z.strictObject({ taxId, name: z.string().min(2).max(150).optional() }),
  intermediary: z.strictObject({ taxId, name: z.string().min(2).max(150).optional() }).optional(),
  total: amount.default('100.00'),
  description: z.string().min(1).max(1000).default('Suporte técnico'),
  /** Without it, now. */
  issuedAt: z.iso.datetime({ offset: true }).optional(),
  /** Ends each note at once, as `POST /nfse/{key}/events` does. */
  events: z.array(z.strictObject({ tpEvento: z.enum(endsElsewhere) })).default([]),
  count: z.int().min(1).max(10_000).default(1),
});
type ServiceOrder = z.infer<typeof serviceOrder>;

/** Generates the notes of an order with their events, and returns their access keys. */
export function loadServices(order: ServiceOrder, environment: Environment, authority: TaxAuthority): string[] {
  return Array.from({ length: order.count }, () => {
    const record = loadService(order, environment, authority);
    for (const { tpEvento } of order.events) {
      authority.nfse.register.commit([endElsewhere(record, tpEvento, authority)]);
    }
    return record.chNFSe;
  });
}

function loadService(order: ServiceOrder, environment: Environment, authority: TaxAuthority): NfseNote {
  const { register } = authority.nfse;
  const { issuer } = order;
  const at = order.issuedAt === undefined ? authority.clock.now() : new Date(order.issuedAt);
  const number = register.nextNumber(environment, issuer.taxId);
  const unsigned = declaration(order, { environment, number, dhEmi: timestamp(at) });
  const source = signedBySupplier(unsigned, authority.suppliers.credentialsOf(issuer.taxId));
  const dps = { bytes: Buffer.from(source), source, root: readXml(source) };
  const note = generateNote(dps, { environment, at, issuerName: issuer.name }, authority);
  register.commit([note]);
  return note.record;
}

/** A sound DPS, valid by the official schema: technical support, rendered in São Paulo by a company outside the Simples Nacional. */
function declaration(
  { issuer, taker, intermediary, total, description }: ServiceOrder,
  { environment, number, dhEmi }: { environment: Environment; number: number; dhEmi: string },
): string {
  const kind = issuer.taxId.length === 11 ? '1' : '2';
  const infDPS = {
    '@Id': `DPS${saoPaulo}${kind}${issuer.taxId.padStart(14, '0')}${series}${digits(number, 15)}`,
    tpAmb: environment,
    dhEmi,
    verAplic: 'prestador simulado',
    serie: series,
    nDPS: number,
    dCompet: dhEmi.slice(0, 10),
    tpEmit: 1,
    cLocEmi: saoPaulo,
    prest: { ...named(issuer.taxId), regTrib: { opSimpNac: 1, regEspTrib: 0 } },
    toma: { ...named(taker.taxId), xNome: taker.name ?? `Tomador ${taker.taxId}` },
    interm: intermediary && {
      ...named(intermediary.taxId),
      xNome: intermediary.name ?? `Intermediário ${intermediary.taxId}`,
    },
    serv: {
      locPrest: { cLocPrestacao: saoPaulo },
      cServ: { cTribNac: '010701', xDescServ: description, cNBS: '115013000' },
    },
    valores: {
      vServPrest: { vServ: total },
      trib: { tribMun: { tribISSQN: 1, tpRetISSQN: 1 }, totTrib: { indTotTrib: 0 } },
    },
  };
  return writeElement('DPS', { '@xmlns': namespace, '@versao': '1.01', infDPS });
}

function named(person: string): Content {
  return person.length === 11 ? { CPF: person } : { CNPJ: person };
}
