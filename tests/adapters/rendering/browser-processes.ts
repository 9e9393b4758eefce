import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

type Process = { pid: number; parent: number; command: string };

/** Process ids of the pages (renderers) or of the browsers that this process started, at whatever depth. */
export async function browserProcesses(kind: 'page' | 'browser'): Promise<number[]> {
  return ownProcesses((command) =>
    kind === 'page'
      ? command.includes('--type=renderer')
      : command.includes('--remote-debugging-pipe') && !command.includes('--type='),
  );
}

/** Ids of the processes that this process started, at whatever depth, and whose command line is wanted. */
export async function ownProcesses(isWanted: (command: string) => boolean): Promise<number[]> {
  const { stdout } = await promisify(execFile)('ps', ['-A', '-o', 'pid=,ppid=,args='], { maxBuffer: 2 ** 24 });
  const processes = stdout.split('\n').flatMap((line): Process[] => {
    const [, pid, parent, command = ''] = /^\s*(\d+)\s+(\d+)\s+(.*)$/.exec(line) ?? [];
    return pid ? [{ pid: Number(pid), parent: Number(parent), command }] : [];
  });
  const isOurs = (pid: number): boolean => {
    const found = processes.find((candidate) => candidate.pid === pid);
    return found !== undefined && (found.parent === process.pid || isOurs(found.parent));
  };
  return processes.filter(({ pid, command }) => isWanted(command) && isOurs(pid)).map(({ pid }) => pid);
}
