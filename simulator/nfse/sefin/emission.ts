import { timestamp } from '../../clock.ts';
import type { TaxAuthority } from '../../tax-authority.ts';
import { child, textOf, writeElement } from '../../xml/element.ts';
import { checkForm, namespace, pack, type PackedDocument, signerOf, speaksFor } from '../document.ts';
import { receptionFault, NfseRefusal } from '../fault.ts';
import { type NfseCall, type Operation, route } from '../operation.ts';
import type { NfseEntry, NfseNote } from '../register.ts';
import { dpsFaults } from '../rules/dps.ts';
import { refuseAsChosen } from '../scenario-effects.ts';
import { application, contextFor, documentOf, issuerIn, opening } from './body.ts';
import { generateEvent, generateNote } from './generated-documents.ts';

/** POST /nfse: generates an NFS-e from a DPS, or refuses it with all its faults. */
export const emission: Operation = {
  service: 'NfseEmissao',
  api: 'sefin',
  method: 'POST',
  path: route('/nfse'),
  field: 'dpsXmlGZipB64',

  about({ document }) {
    if (!document || document instanceof NfseRefusal) return {};
    const infDPS = child(document.root, 'infDPS');
    return { id: infDPS?.attributes['Id'], taxId: issuerIn(infDPS) };
  },

  async perform(call, authority) {
    const dps = documentOf(call);
    const issuer = issuerIn(child(dps.root, 'infDPS'));
    // Another holder gets this status alone (observed 2026-09): the client certificate must belong to the signer of the DPS.
    if (issuer !== undefined && !speaksFor(call.transmitter, issuer)) throw new NfseRefusal(403, []);
    checkForm(dps, 'DPS', authority.schemas);
    const { cnpj, cpf } = signerOf(dps, 'infDPS', authority.trust, call.at);
    if (!speaksFor(cnpj ?? cpf ?? '', issuer ?? '')) throw new NfseRefusal(400, [receptionFault('E0718')]);

    // Nothing is awaited between this and the commit, so that no other request comes between.
    const faults = dpsFaults(dps.root, await contextFor(dps.root, call, authority));
    if (faults.length > 0) throw new NfseRefusal(400, faults);
    refuseAsChosen(call, authority);
    const note = generateNote(dps, call, authority);
    authority.nfse.register.commit([note, ...substitutionOf(dps, note.record, call, authority)]);

    await authority.nfse.register.settled();
    const { chNFSe, idDps, cStat } = note.record;
    const body = { ...opening(call), idDps, chaveAcesso: chNFSe, nfseXmlGZipB64: pack(note.xml), alertas: [] };
    return { status: 201, body, cStat, chNFSe };
  },

  refusal(call, { faults }) {
    const erros = faults.map(({ code, description, complement }) => ({
      Codigo: code,
      Descricao: description,
      Complemento: complement,
    }));
    return { ...opening(call), idDPS: this.about(call).id, erros };
  },
};

/** The event (105102) by which SEFIN itself ends the note that a DPS replaces; empty if it replaces none. */
function substitutionOf(
  dps: PackedDocument,
  substitute: NfseNote,
  call: NfseCall,
  authority: TaxAuthority,
): NfseEntry[] {
  const infDPS = child(dps.root, 'infDPS');
  const subst = child(infDPS, 'subst');
  const chNFSe = textOf(subst, 'chSubstda');
  if (chNFSe === undefined) return [];
  const tpEvento = '105102';
  const infPedReg = {
    '@Id': `PRE${chNFSe}${tpEvento}`,
    tpAmb: call.environment,
    verAplic: application,
    dhEvento: timestamp(call.at),
    CNPJAutor: textOf(infDPS, 'prest', 'CNPJ'),
    CPFAutor: textOf(infDPS, 'prest', 'CPF'),
    chNFSe,
    [`e${tpEvento}`]: {
      xDesc: 'Cancelamento de NFS-e por Substituição',
      cMotivo: textOf(subst, 'cMotivo'),
      xMotivo: textOf(subst, 'xMotivo'),
      chSubstituta: substitute.chNFSe,
    },
  };
  const request = writeElement('pedRegEvento', { '@xmlns': namespace, '@versao': '1.01', infPedReg });
  return [generateEvent({ request, chNFSe, tpEvento, after: 1 }, call, authority)];
}
