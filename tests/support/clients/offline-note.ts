import { all, send } from '../../simulator/support/client.ts';
import { consumerUrl, supplementOf } from '../../simulator/support/consumer-note.ts';
import { checkDigit, lot } from '../../simulator/support/note.ts';
import { sign } from '../../simulator/support/sign.ts';

type A1 = { certificate: string; key: string };

/**
 * Has the authority authorize a second NFC-e for the same sale, as a till in offline contingency would issue it: same contents, another
 * number, tpEmis 9.
 *
 * @param signed the NFe that is issued again
 * @throws Error with the authority's answer if it refuses the note
 */
export async function issueOffline(
  authority: { port: number; caPem: string },
  signed: string,
  { number, certificate }: { number: number; certificate: A1 },
): Promise<{ accessKey: string; protocol: string }> {
  const [, key = ''] = /Id="NFe(\w{44})"/.exec(signed) ?? [];
  const first43 = `${key.slice(0, 25)}${String(number).padStart(9, '0')}9${key.slice(35, 43)}`;
  const accessKey = first43 + checkDigit(first43);
  const unsigned = signed
    .replace(/<infNFeSupl>.*<\/Signature>/s, '')
    .replace(`NFe${key}`, `NFe${accessKey}`)
    .replace(/<nNF>\d+/, `<nNF>${number}`)
    .replace('<tpEmis>1', '<tpEmis>9')
    .replace(/<cDV>\d/, `<cDV>${accessKey.at(-1)}`)
    .replace(/(<dhEmi>([^<]+).*<\/verProc>)/s, '$1<dhCont>$2</dhCont><xJust>Sem comunicacao com a autoridade</xJust>');
  const again = sign(unsigned, 'infNFe', certificate);
  const xml = again.replace(
    '<Signature',
    `${supplementOf(again, certificate, { version: 3, offline: true })}<Signature`,
  );
  const message = lot([{ xml }]);
  const { body } = await send(authority, { service: 'NfeAutorizacao', message, certificate, url: consumerUrl });
  const [protocol] = all(body, 'nProt');
  if (!protocol) throw new Error(body);
  return { accessKey, protocol };
}
