import type { ClientSnapshot } from '../../../domain/clients/client-input.ts';
import type { Issuer } from '../../../domain/companies/settings.ts';
import type { ComputedGoods } from '../../../domain/documents/document.entity.ts';
import type { ComputedNote } from '../../../domain/documents/computed-note.ts';
import type { GoodsPayload } from '../../../domain/documents/payload.ts';
import { fiscalCases } from '../cases/index.ts';
import { checked, momentOf } from './issue.ts';

/** A case that the product issues, as a document's row has it. */
export type SoldCase = { of: string; payload: GoodsPayload; client: ClientSnapshot; computed: ComputedGoods; on: Date };

/** A company with the cases that it sells. */
export type SellerOfCases = { issuer: Issuer; sold: SoldCase[] };

/** The cases that are issued on the usual day by the shipped tables, by seller; sellers with most cases first. */
export function sellersOfCases(): SellerOfCases[] {
  const sellers = new Map<string, SellerOfCases>();
  for (const one of Object.values(fiscalCases).flat()) {
    if (!('gives' in one) || one.sale.on || one.sale.rates || one.sale.origins) continue;
    const sale = checked(one.sale);
    if (!sale.note) throw new Error(`${one.of} is not issued`);
    const { note, payload, client } = sale;
    const key = JSON.stringify(one.sale.by ?? {});
    const seller = sellers.get(key) ?? { issuer: note.issuer, sold: [] };
    seller.sold.push({ of: one.of, payload, client, computed: withoutIssuer(note), on: momentOf(one.sale) });
    sellers.set(key, seller);
  }
  return [...sellers.values()].sort((a, b) => b.sold.length - a.sold.length);
}

function withoutIssuer({ issuer: _issuer, ...content }: ComputedNote): ComputedGoods {
  return content;
}
