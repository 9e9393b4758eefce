import type { CompanyInput } from '../../../domain/companies/settings-schema.ts';
import { demoClient, demoCompany } from '../../../local/demo/companies.ts';
import { demoSale } from '../../../local/demo/sales.ts';
import { stateRegistrations } from '../samples/state-registrations.ts';

/** A sale at the counter as a till posts it: one coffee to an anonymous consumer, paid by PIX. */
export function couponSale(externalId: string) {
  return {
    type: 'NFCE',
    emit: true,
    externalId,
    operationNature: 'Venda ao consumidor',
    client: { name: 'Consumidor', document: '' },
    items: [
      {
        code: 'CAFE-500',
        description: 'Café torrado em grãos, 500 g',
        ncm: '09012100',
        quantity: '1',
        unitValue: '32.90',
      },
    ],
    payments: [{ method: 'PIX', value: '32.90' }],
  };
}

/** The same sale for a company that issues NF-e: printed as a coupon, on the shop's roll of paper. */
export function noteCouponSale(externalId: string) {
  const client = { ...demoClient, stateRegistration: stateRegistrations.SP };
  return { ...couponSale(externalId), type: 'NFE', printedAs: 'COUPON', client };
}

/** Addresses in states that have an authorizer of their own for both models. */
export const places = {
  SP: { city: 'São Paulo', municipalityCode: '3550308', zipCode: '01310100' },
  MG: { city: 'Belo Horizonte', municipalityCode: '3106200', zipCode: '30130000' },
  PB: { city: 'João Pessoa', municipalityCode: '2507507', zipCode: '58010000' },
} as const;
export type StateOfShop = keyof typeof places;

/** A company of a state that goes into contingency after a second or two. */
export function shopIn(state: StateOfShop, taxId: string): Partial<CompanyInput> {
  return {
    taxId,
    name: `Loja de ${places[state].city} Ltda`,
    stateRegistration: stateRegistrations[state]!,
    address: { ...demoCompany.address, state, ...places[state] },
    contingency: { nfce: 'AUTOMATIC', nfe: 'AUTOMATIC', afterSeconds: { nfce: 2, nfe: 3 }, giveUp: 'AUTOMATIC' },
  };
}

/** A sale of goods to a company of the same state. */
export const noteSaleIn =
  (state: StateOfShop) =>
  (externalId: string): object => ({
    ...demoSale(externalId),
    client: { ...demoClient, state, ...places[state], stateRegistration: stateRegistrations[state] },
  });
