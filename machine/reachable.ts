import { connect } from 'node:net';

const giveUpMs = 3000;

/** Whether something accepts TCP connections at this host and port; false for a host that does not answer within three seconds. */
export function reachable(host: string, port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ host, port, timeout: giveUpMs });
    const answer = (is: boolean): void => {
      socket.destroy();
      resolve(is);
    };
    socket.once('connect', () => answer(true));
    socket.once('error', () => answer(false));
    socket.once('timeout', () => answer(false));
  });
}
