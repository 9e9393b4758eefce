import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { isIPv6 } from 'node:net';

/** The addresses of a name; `SILENCE`: no answer is sent; otherwise the code of the answer (RFC 1035 §4.1.1). */
type Records = string[] | 'SILENCE' | 'SERVFAIL' | 'NXDOMAIN';
/** The records of each name, for each family of addresses. */
export type Zone = Record<string, { ipv4: Records; ipv6: Records }>;

const codes = { SERVFAIL: 2, NXDOMAIN: 3 };
const ipv6Type = 28;

/** A DNS server on this machine that answers from a zone; other names do not exist. */
export async function startDnsServer(zone: Zone) {
  const asked: string[] = [];
  const owed: (() => void)[] = [];
  const socket = createSocket('udp4');
  socket.on('message', (query, { address, port }) => {
    const { name, type, end } = readQuestion(query);
    asked.push(name);
    const records = zone[name]?.[type === ipv6Type ? 'ipv6' : 'ipv4'] ?? 'NXDOMAIN';
    const question = query.subarray(0, end);
    if (records === 'SILENCE') owed.push(() => socket.send(writeAnswer(question, type, 'NXDOMAIN'), port, address));
    else socket.send(writeAnswer(question, type, records), port, address);
  });
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  return {
    server: `127.0.0.1:${socket.address().port}`,
    asked,
    /** Finally answers every question that it met with silence, so that no test waits for it any longer. */
    async close() {
      owed.forEach((answer) => answer());
      await new Promise<void>((resolve) => socket.close(resolve));
    },
  };
}

function readQuestion(query: Buffer): { name: string; type: number; end: number } {
  const labels: string[] = [];
  let at = 12;
  for (let length = query.readUInt8(at); length > 0; length = query.readUInt8(at)) {
    labels.push(query.toString('latin1', at + 1, at + 1 + length));
    at += 1 + length;
  }
  return { name: labels.join('.').toLowerCase(), type: query.readUInt16BE(at + 1), end: at + 5 };
}

function writeAnswer(query: Buffer, type: number, records: Exclude<Records, 'SILENCE'>): Buffer {
  const addresses = Array.isArray(records) ? records : [];
  const head = Buffer.from(query);
  head.writeUInt16BE(0x8180 | (Array.isArray(records) ? 0 : codes[records]), 2);
  head.writeUInt16BE(addresses.length, 6);
  head.writeUInt16BE(0, 8);
  head.writeUInt16BE(0, 10);
  return Buffer.concat([head, ...addresses.map((address) => writeRecord(type, addressBytes(address)))]);
}

function writeRecord(type: number, data: Buffer): Buffer {
  const record = Buffer.alloc(12);
  record.writeUInt16BE(0xc00c, 0); // the name of the question
  record.writeUInt16BE(type, 2);
  record.writeUInt16BE(1, 4);
  record.writeUInt16BE(data.length, 10);
  return Buffer.concat([record, data]);
}

function addressBytes(address: string): Buffer {
  if (!isIPv6(address)) return Buffer.from(address.split('.').map(Number));
  const [head = '', tail = ''] = address.split('::').map((half) => half.split(':').filter(Boolean));
  const groups = [...head, ...Array<string>(8 - head.length - tail.length).fill('0'), ...tail];
  return Buffer.from(groups.map((group) => group.padStart(4, '0')).join(''), 'hex');
}
