import { child } from '../../xml/element.ts';
import { refuseAsChosen } from '../chosen.ts';
import { checkForm } from '../form-check.ts';
import type { Operation } from '../operation.ts';
import { route } from '../operation.ts';
import { pack } from '../packed.ts';
import { receptionFault } from '../reception-faults.ts';
import { Refused } from '../refused.ts';
import { judgeDps } from '../rules/dps.ts';
import { signerOf, speaksFor } from '../signature.ts';
import { documentOf, issuerIn, opening } from './body.ts';
import { contextFor } from './context.ts';
import { generateNote } from './note.ts';
import { substitutionOf } from './substitution.ts';

/** POST /nfse: a DPS generates an NFS-e, or is refused with all its faults. */
export const emission: Operation = {
  service: 'NfseEmissao',
  api: 'sefin',
  method: 'POST',
  path: route('/nfse'),
  field: 'dpsXmlGZipB64',

  about({ document }) {
    if (!document || document instanceof Refused) return {};
    const infDPS = child(document.root, 'infDPS');
    return { id: infDPS?.attributes['Id'], taxId: issuerIn(infDPS) };
  },

  async perform(call, authority) {
    const dps = documentOf(call);
    const issuer = issuerIn(child(dps.root, 'infDPS'));
    // Another holder is not told more than this (observed 2026-09): the channel must belong to who signs the DPS.
    if (issuer !== undefined && !speaksFor(call.transmitter, issuer)) throw new Refused(403, []);
    checkForm(dps, 'DPS', authority.schemas);
    const { cnpj, cpf } = signerOf(dps, 'infDPS', authority.trust, call.at);
    if (!speaksFor(cnpj ?? cpf ?? '', issuer ?? '')) throw new Refused(400, [receptionFault('E0718')]);

    // From here to the commit nothing waits, so that no other request comes between.
    const faults = judgeDps(dps.root, await contextFor(dps.root, call, authority));
    if (faults.length > 0) throw new Refused(400, faults);
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
