import endpoints from '../../../tables/endpoints.json' with { type: 'json' };
import type { EventOptions } from './requests.ts';

/** The URL of SVRS, which takes the events of the reform about notes of all states. */
export const svrsUrl = endpoints.model55.SVRS.homologation.RecepcaoEvento;

type EventFields = {
  tpEvento: string;
  nSeqEvento?: number;
  organ?: string;
  author?: '1' | '2' | null;
  description: string;
  content: string;
};

/** An event of the reform about a note; `said` is what its layout has after verAplic. */
export function reformEvent(chNFe: string, said: EventFields): EventOptions & { url: string } {
  const { tpEvento, nSeqEvento = 1, organ = '35', author = '2', description, content } = said;
  const detail =
    `<descEvento>${description}</descEvento><cOrgaoAutor>${organ}</cOrgaoAutor>` +
    `${author === null ? '' : `<tpAutor>${author}</tpAutor>`}<verAplic>teste 1.0</verAplic>${content}`;
  return { chNFe, tpEvento, nSeqEvento, cOrgao: '92', detail, url: svrsUrl };
}

/** 112110: payment. */
export function payment(chNFe: string, nSeqEvento = 1): EventOptions & { url: string } {
  const description = 'Informação de efetivo pagamento integral para liberar crédito presumido do adquirente';
  const said = { tpEvento: '112110', nSeqEvento, author: '1', description } as const;
  return reformEvent(chNFe, { ...said, content: '<indQuitacao>1</indQuitacao>' });
}

type Asset = { nItem?: number; vIBS?: string; vCBS?: string; quantity?: string; unit?: string };

/** 211130: asset. */
export function asset(chNFe: string, nSeqEvento = 1, item: Asset = {}): EventOptions & { url: string } {
  const { nItem = 1, vIBS = '0.08', vCBS = '0.74', quantity = '4.0000', unit = 'KG' } = item;
  const content =
    `<gImobilizacao nItem="${nItem}"><vIBS>${vIBS}</vIBS><vCBS>${vCBS}</vCBS><gControleEstoque>` +
    `<qImobilizado>${quantity}</qImobilizado><uImobilizado>${unit}</uImobilizado></gControleEstoque></gImobilizacao>`;
  return reformEvent(chNFe, { tpEvento: '211130', nSeqEvento, description: 'Imobilização de Item', content });
}

/** 211110: presumed credit. */
export function presumedCredit(
  chNFe: string,
  {
    author = '2',
    code = '01',
    shares = ['IBS', 'CBS'],
  }: { author?: '1' | '2'; code?: string; shares?: readonly string[] } = {},
): EventOptions & { url: string } {
  const groups = shares.map(
    (tax) => `<g${tax}CredPres><pCredPres>1.00</pCredPres><vCredPres>1.00</vCredPres></g${tax}CredPres>`,
  );
  const content = `<gCredPresOper nItem="1"><vBCCredPres>100.00</vBCCredPres><cCredPres>${code}</cCredPres>${groups.join('')}</gCredPresOper>`;
  const description = 'Solicitação de Apropriação de crédito presumido';
  return reformEvent(chNFe, { tpEvento: '211110', author, description, content });
}

/** 110001: withdrawal of an event. */
export function withdrawal(
  chNFe: string,
  tpEventoAut: string,
  nProtEvento: string,
  { nSeqEvento = 1, organ = '35' }: { nSeqEvento?: number; organ?: string } = {},
): EventOptions & { url: string } {
  const said = { tpEvento: '110001', nSeqEvento, organ, author: null, description: 'Cancelamento de Evento' };
  const content = `<tpEventoAut>${tpEventoAut}</tpEventoAut><nProtEvento>${nProtEvento}</nProtEvento>`;
  return reformEvent(chNFe, { ...said, content });
}
