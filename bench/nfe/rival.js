// node-sped-nfe in a process of its own: it spawns openssl for each signature and xmllint for each check.
import { setTimeout } from 'node:timers/promises';
import { Make, Tools } from 'node-sped-nfe';

let tools;
let note;
let signed;

const tasks = {
  async sign(fresh) {
    signed = await tools.xmlSign(build(fresh));
  },
  async check() {
    await tools.validarNFe(signed);
  },
};

process.on('message', async (message) => {
  try {
    if (message.prepare) {
      ({ note } = message.prepare);
      const pfx = Buffer.from(message.prepare.pfx, 'base64');
      tools = new Tools(
        { mod: '55', UF: 'SP', tpAmb: 2, versao: '4.00', CNPJ: note.emit.CNPJ },
        { pfx, senha: message.prepare.password },
      );
      await tools.getCertificado();
      await tasks.sign(structuredClone(note));
      process.send({ signed });
      return;
    }
    const timesMs = await measure(tasks[message.task], message.count);
    // The rival does not wait for all openssl processes that it starts: without a pause they would run into the others' turn.
    await setTimeout(100);
    process.send({ timesMs });
  } catch (error) {
    process.send({ failure: String(error) });
  }
});

async function measure(task, count) {
  const timesMs = [];
  for (let turn = 0; turn < count; turn++) {
    const fresh = structuredClone(note);
    const start = performance.now();
    await task(fresh);
    timesMs.push(performance.now() - start);
  }
  return timesMs;
}

function build({ ide, emit, dest, autXML, det, total, transp, pag, infAdic, infRespTec }) {
  const { enderEmit, ...issuer } = emit;
  const { enderDest, ...recipient } = dest;
  const make = new Make();
  make.tagInfNFe({ Id: null, versao: '4.00' });
  make.tagIde(ide);
  make.tagEmit(issuer);
  make.tagEnderEmit(enderEmit);
  make.tagDest(recipient);
  make.tagEnderDest(enderDest);
  make.tagAutXML(autXML);
  make.tagProd(det.map(({ prod }) => prod));
  for (const [index, { imposto, vItem }] of det.entries()) {
    make.tagProdICMS(index, imposto.ICMS.ICMS00);
    make.tagProdPIS(index, imposto.PIS.PISAliq);
    make.tagProdCOFINS(index, imposto.COFINS.COFINSAliq);
    make.tagProdIBSCBS(index, imposto.IBSCBS);
    make.taginfAdProd(index, { vItem });
  }
  make.tagTotal(total, true);
  make.tagTransp(transp);
  make.tagDetPag([pag.detPag]);
  make.tagInfAdic(infAdic);
  make.tagInfRespTec(infRespTec);
  return make.xml();
}
