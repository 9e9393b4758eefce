import type { Element } from '../../xml/element.ts';
import { child, textOf } from '../../xml/element.ts';
import { issuerOfKey } from '../key.ts';
import { refuseAsChosen } from '../chosen.ts';
import { checkForm } from '../form-check.ts';
import type { Operation } from '../operation.ts';
import { route } from '../operation.ts';
import { pack } from '../packed.ts';
import { receptionFault } from '../reception-faults.ts';
import { Refused } from '../refused.ts';
import { judgeEvent } from '../rules/event.ts';
import { signerOf, speaksFor } from '../signature.ts';
import { documentOf, inLowerCase, opening, taxIdIn } from './body.ts';
import { contextFor } from './context.ts';
import { generateEvent } from './event.ts';

/** POST /nfse/{chave}/eventos: registers an event on a note. */
export const eventRegistration: Operation = {
  service: 'NfseEvento',
  api: 'sefin',
  method: 'POST',
  path: route('/nfse/:chave/eventos'),
  field: 'pedidoRegistroEventoXmlGZipB64',

  about({ parameters: { chave = '' }, document }) {
    const id = document && 'root' in document ? child(document.root, 'infPedReg')?.attributes['Id'] : undefined;
    return { chNFSe: chave, id, taxId: issuerOfKey(chave) };
  },

  async perform(call, authority) {
    const request = documentOf(call);
    const infPedReg = child(request.root, 'infPedReg');
    const author = taxIdIn(infPedReg, 'Autor') ?? '';
    if (author !== '' && !speaksFor(call.transmitter, author)) throw new Refused(403, []);
    checkForm(request, 'pedRegEvento', authority.schemas);
    const { cnpj, cpf } = signerOf(request, 'infPedReg', authority.trust, call.at);
    if (!speaksFor(cnpj ?? cpf ?? '', author))
      throw new Refused(400, [receptionFault(author.length === 11 ? 'E0815' : 'E0812')]);
    const chNFSe = textOf(infPedReg, 'chNFSe') ?? '';
    if (chNFSe !== call.parameters['chave']) throw new Refused(400, [otherNote]);

    // From here to the commit nothing waits, so that no other request comes between.
    const faults = judgeEvent(request.root, await contextFor(request.root, call, authority));
    if (faults.length > 0) throw new Refused(400, faults);
    const tpEvento = typeOf(infPedReg);
    const { register } = authority.nfse;
    refuseAsChosen(call, authority);
    const asReceived = request.source.slice(request.root.start, request.root.end);
    const event = generateEvent({ request: asReceived, chNFSe, tpEvento }, call, authority);
    register.commit([event]);

    await register.settled();
    return { status: 201, body: { ...opening(call), eventoXmlGZipB64: pack(event.xml) } };
  },

  refusal: (call, { faults }) => ({ ...opening(call), erro: faults.map(inLowerCase) }),
};

/** No code was published or observed for this; the words are ours. */
const otherNote = {
  code: '',
  description: 'A chave de acesso do endereço difere da chave do pedido de registro de evento.',
};

function typeOf(infPedReg: Element | undefined): string {
  return infPedReg?.children.find(({ name }) => /^e\d{6}$/.test(name))?.name.slice(1) ?? '';
}
