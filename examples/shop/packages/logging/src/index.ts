import pino, { Logger } from 'pino';

/** One JSON line for each event, with the service's name on it. */
export function logger(service: string): Logger {
  return pino({ base: { service }, level: process.env.LOG_LEVEL ?? 'info' });
}
