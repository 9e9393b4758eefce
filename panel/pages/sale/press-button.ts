import type { Orm } from '../../../config/orm.ts';
import type { DocumentType } from '../../../domain/document-types.ts';
import { unitCode } from '../../../domain/products/details.ts';
import { brasiliaDay } from '../../../domain/fiscal-time.ts';
import type { ActingCompany } from '../../../operations/acting.ts';
import { inCompany } from '../../../operations/in-company.ts';
import { findCarriers, findClients, findProducts } from '../../../operations/lists/records.ts';
import { findCarrier } from '../../../operations/records/carriers.ts';
import { findClient } from '../../../operations/records/clients.ts';
import { findProduct } from '../../../operations/records/products.ts';
import type { FieldTexts } from '../../forms/rows.ts';
import { deductionList } from './deduction-fields.ts';
import { type ListName, saleLists } from './fields.ts';
import { carrierNameField } from './kept.ts';
import { installmentsOf, rowsOf, totalOf, withoutBlankRows, withoutRow, withRow, withRows } from './rows.ts';
import { processList } from './regulated-fields.ts';
import { reimbursementList } from './service-ibs-cbs.ts';
import type { PartyHit, ProductHit } from './view.ts';
import { carrier } from './whole-fields.ts';

/** The form after a button that neither stores nor issues the sale, and what its searches found. */
export type FormAfterButton = {
  written: FieldTexts;
  clients: PartyHit[] | null;
  carriers: PartyHit[] | null;
  products: { index: number; found: ProductHit[] } | null;
};

type Place = { orm: Orm; company: ActingCompany; type: DocumentType };

const few = { page: 1, pageSize: 20 };

/**
 * Does what a button asks of the form.
 *
 * @param pressed the value of the button: what to do, and with which row or record (`menos:items:2`)
 * @throws NotFound for a record that no longer exists
 */
export async function pressButton(
  { orm, company, type }: Place,
  written: FieldTexts,
  pressed: string,
): Promise<FormAfterButton> {
  const [what = '', of = '', id = ''] = pressed.split(':');
  const same: FormAfterButton = { written, clients: null, carriers: null, products: null };
  const work = <Result>(find: Parameters<typeof inCompany<Result>>[2]) => inCompany(orm, company.id, find);
  switch (what) {
    case 'clientes': {
      const search = written['busca.cliente'] ?? '';
      const { clients } = await work((em) => findClients(em, { search, isActive: true }, few));
      return { ...same, clients: clients.map(({ id, name, document }) => ({ id, name, document })) };
    }
    case 'cliente': {
      const { id: clientId, name: clientName } = await work((em) => findClient(em, of));
      return { ...same, written: { ...without(written, 'busca.cliente'), clientId, clientName } };
    }
    case 'outro-cliente':
      return { ...same, written: without(written, 'clientId', 'clientName') };
    case 'transportadoras': {
      const search = written['busca.transportadora'] ?? '';
      const [carriers] = await work((em) => findCarriers(em, { search }, few));
      return { ...same, carriers: carriers.map(({ id, name, document }) => ({ id, name, document })) };
    }
    case 'transportadora': {
      const { id: carrierId, name } = await work((em) => findCarrier(em, of));
      const others = without(written, 'busca.transportadora');
      return { ...same, written: { ...others, [carrier.name]: carrierId, [carrierNameField]: name } };
    }
    case 'outra-transportadora':
      return { ...same, written: without(written, carrier.name, carrierNameField) };
    case 'produtos': {
      const search = written[`items[${of}].busca`] ?? '';
      const { products } = await work((em) => findProducts(em, { search }, few));
      const found = products.map(({ id, code, name, salePrice = null }) => {
        return { id, code, description: name, unitValue: salePrice };
      });
      return { ...same, products: { index: Number(of), found } };
    }
    case 'produto': {
      const { code, name, commercialUnit, salePrice, id: productId } = await work((em) => findProduct(em, id));
      const price = salePrice ? salePrice.replace(/(\.\d\d\d*?)0+$/, '$1').replace('.', ',') : '';
      const taken = {
        productId,
        code,
        description: name,
        ...(type === 'NFSE' ? {} : { unit: unitCode(commercialUnit) }),
      };
      const rows = rowsOf(written, 'items').map((row, at) =>
        at === Number(of) ? { ...row, busca: '', ...taken, unitValue: row['unitValue']?.trim() || price } : row,
      );
      return { ...same, written: withRows(written, 'items', rows) };
    }
    case 'mais':
      return isList(of) ? { ...same, written: withRow(written, of, freshRow(of, type)) } : same;
    case 'menos':
      return isList(of) ? { ...same, written: withoutRow(written, of, Number(id)) } : same;
    // A reloaded page gets its blank rows back.
    case 'de-volta':
      return same;
    case 'dividir':
      return { ...same, written: divided(written) };
    default:
      return { ...same, written: withoutBlankRows(written) };
  }
}

/** The button that Enter presses: the search that has text in it, otherwise `calcular`. */
export function pressedByKey(written: FieldTexts): string {
  const said = (name: string): boolean => (written[name] ?? '').trim() !== '';
  if (said('busca.cliente')) return 'clientes';
  const sought = rowsOf(written, 'items').findIndex((_, index) => said(`items[${index}].busca`));
  if (sought >= 0) return `produtos:${sought}`;
  return said('busca.transportadora') ? 'transportadoras' : 'calcular';
}

function freshRow(list: ListName, type: DocumentType): Record<string, string> {
  switch (list) {
    case 'items':
      return { description: '', quantity: '1', ...(type === 'NFSE' ? {} : { unit: 'UN' }) };
    case 'payments':
      return { method: 'PIX', value: '' };
    case 'duplicates':
      return { dueDate: '', value: '' };
    case reimbursementList:
    case deductionList:
      return { type: '', value: '' };
    case processList:
      return { number: '', origin: '' };
  }
}

/**
 * Divides the total into the installments that were asked for. Without a day for the first, it is due one interval from today, 30 days unless given.
 */
function divided(written: FieldTexts): FieldTexts {
  const asked = (name: string): number => Math.trunc(Number(written[`divisao.${name}`] ?? '')) || 0;
  const total = totalOf(written);
  const times = Math.min(asked('times'), saleLists.duplicates);
  const days = Math.min(asked('days') || 30, 365);
  const said = written['divisao.first'] ?? '';
  const first = /^\d{4}-\d{2}-\d{2}$/.test(said) && !Number.isNaN(Date.parse(said)) ? said : inDays(days);
  if (times < 1 || total === null) return written;
  return withRows(written, 'duplicates', installmentsOf({ total, times, first, days }));
}

function inDays(days: number): string {
  return brasiliaDay(new Date(Date.now() + days * 86_400_000));
}

function isList(text: string): text is ListName {
  return Object.hasOwn(saleLists, text);
}

function without(written: FieldTexts, ...names: string[]): FieldTexts {
  return Object.fromEntries(Object.entries(written).filter(([name]) => !names.includes(name)));
}
