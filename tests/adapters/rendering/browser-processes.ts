import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

/** Process ids of the pages (renderers) or of the browsers that this process started, at whatever depth. */
export async function browserProcesses(kind: 'page' | 'browser'): Promise<number[]> {
  const { stdout } = await promisify(execFile)('ps', ['-A', '-o', 'pid=,ppid=,args='], { maxBuffer: 2 ** 24 });
  const processes = stdout.split('\n').flatMap((line) => {
    const [, pid, parent, command = ''] = /^\s*(\d+)\s+(\d+)\s+(.*)$/.exec(line) ?? [];
    return pid ? [{ pid: Number(pid), parent: Number(parent), command }] : [];
  });
  const isOurs = (pid: number): boolean => {
    const found = processes.find((candidate) => candidate.pid === pid);
    return found !== undefined && (found.parent === process.pid || isOurs(found.parent));
  };
  const isWanted = (command: string) =>
    kind === 'page'
      ? command.includes('--type=renderer')
      : command.includes('--remote-debugging-pipe') && !command.includes('--type=');
  return processes.filter(({ pid, command }) => isWanted(command) && isOurs(pid)).map(({ pid }) => pid);
}
