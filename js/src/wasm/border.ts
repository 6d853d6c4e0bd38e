/**
 * How values of statements cross between the module and a database of the host: cells of 16 bytes, each a type, a
 * length and a value. wasm/host_database.cpp holds the other side.
 */
import { HostFailure, type HostRows, type HostValue } from '../host/database.js';

const cellSize = 16;
const headSize = 8;

const enum CellType {
  null = 0,
  number = 1,
  text = 2,
  blob = 3,
  integer = 4,
}

export function readParameters(memory: Uint8Array, address: number, count: number, decoder: TextDecoder): HostValue[] {
  const view = new DataView(memory.buffer);
  const values: HostValue[] = [];
  for (let i = 0; i < count; i += 1) {
    const cell = address + i * cellSize;
    const type = view.getUint32(cell, true);
    if (type === CellType.number) {
      values.push(view.getFloat64(cell + 8, true));
    } else if (type === CellType.text) {
      const begin = view.getUint32(cell + 8, true);
      values.push(decoder.decode(memory.subarray(begin, begin + view.getUint32(cell + 4, true))));
    } else {
      values.push(null);
    }
  }
  return values;
}

export interface Room {
  memory: Uint8Array;
  address: number;
}

/** Writes an answer of `host_run` into memory that `allocate` gives, and answers its address. */
export function writeRows(
  answer: HostRows,
  withNames: boolean,
  encoder: TextEncoder,
  allocate: (size: number) => Room,
): number {
  const columns = answer.columns.length;
  const values: unknown[] = withNames ? [...answer.columns] : [];
  for (const row of answer.rows) {
    if (row.length !== columns) throw new HostFailure('io', "the host's database answered rows of different lengths");
    for (const value of row) values.push(value);
  }
  const bytesBegin = headSize + values.length * cellSize;
  const { memory, address } = allocate(bytesBegin + values.reduce((sum: number, value) => sum + mostBytes(value), 0));
  const view = new DataView(memory.buffer);
  view.setUint32(address, columns, true);
  view.setUint32(address + 4, answer.rows.length, true);

  let offset = 0;
  const putBytes = (cell: number, type: CellType, length: number) => {
    view.setUint32(cell, type, true);
    view.setUint32(cell + 4, length, true);
    view.setBigUint64(cell + 8, BigInt(offset), true);
    offset += length;
  };
  values.forEach((value, i) => {
    const cell = address + headSize + i * cellSize;
    const bytesAt = address + bytesBegin + offset;
    if (value === null || value === undefined) {
      view.setUint32(cell, CellType.null, true);
    } else if (typeof value === 'number') {
      view.setUint32(cell, CellType.number, true);
      view.setFloat64(cell + 8, value, true);
    } else if (typeof value === 'bigint') {
      view.setUint32(cell, CellType.integer, true);
      view.setBigInt64(cell + 8, value, true);
    } else if (typeof value === 'string') {
      putBytes(cell, CellType.text, encoder.encodeInto(value, memory.subarray(bytesAt)).written);
    } else {
      const bytes = bytesOf(value);
      memory.set(bytes, bytesAt);
      putBytes(cell, CellType.blob, bytes.length);
    }
  });
  return address;
}

function mostBytes(value: unknown): number {
  if (typeof value === 'string') return value.length * 3;
  if (value === null || value === undefined || typeof value === 'number' || typeof value === 'bigint') return 0;
  return bytesOf(value).length;
}

function bytesOf(value: unknown): Uint8Array {
  if (value instanceof ArrayBuffer) return new Uint8Array(value);
  if (ArrayBuffer.isView(value)) return new Uint8Array(value.buffer, value.byteOffset, value.byteLength);
  throw new HostFailure('io', "the host's database answered a value of an unknown kind");
}
