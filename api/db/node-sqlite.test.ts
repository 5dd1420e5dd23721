import {
  DataTypes,
  ForeignKeyConstraintError,
  Op,
  QueryTypes,
  UniqueConstraintError,
  type Model,
  type ModelStatic,
} from 'sequelize';
import { beforeAll, expect, it } from 'vitest';
import type { Database } from '#pipeline/library/index.ts';
import { describeOnDatabases } from './testing/test-database.ts';

/** Both databases must treat a model the same, because features never check the dialect. */
describeOnDatabases('models', (open) => {
  let database: Database;
  let Thing: ModelStatic<Model>;
  let Part: ModelStatic<Model>;
  const make = (values: Record<string, unknown>) =>
    database.write((transaction) => Thing.create(values, { transaction }));
  const back = async (id: number) =>
    (await Thing.findByPk(id, { rejectOnEmpty: true })).get({ plain: true });

  beforeAll(async () => {
    database = (await open({ migrated: false })).database;
    const { sequelize } = database;
    Thing = sequelize.define(
      'thing',
      {
        id: { type: DataTypes.INTEGER, primaryKey: true, autoIncrement: true },
        name: { type: DataTypes.TEXT, unique: true },
        at: DataTypes.DATE,
        on: DataTypes.BOOLEAN,
        json: DataTypes.JSON,
        bytes: DataTypes.BLOB,
        big: DataTypes.BIGINT,
        real: DataTypes.DOUBLE,
      },
      { timestamps: false, tableName: 'things' },
    );
    Part = sequelize.define(
      'part',
      {
        id: { type: DataTypes.INTEGER, primaryKey: true, autoIncrement: true },
        thingId: {
          type: DataTypes.INTEGER,
          field: 'thing_id',
          allowNull: false,
          references: { model: 'things', key: 'id' },
          onDelete: 'CASCADE',
        },
      },
      { timestamps: false, tableName: 'parts' },
    );
    Thing.hasMany(Part, { foreignKey: 'thingId' });
    await database.write(async (transaction) => {
      for (const model of [Thing, Part])
        await sequelize
          .getQueryInterface()
          .createTable(model.getTableName(), model.rawAttributes, { transaction });
    });
  });

  it('return dates, booleans, JSON, bytes and numbers as they were stored', async () => {
    const values = {
      name: "O'Brien \\ \u{1F4A1} ünïcode",
      at: new Date('2026-02-03T04:05:06.789Z'),
      on: true,
      json: {
        list: [1, 'two', null, true, 2.5],
        nested: { deep: { text: '"quoted" \\ back' } },
        empty: {},
      },
      bytes: Buffer.from([0, 1, 255, 128]),
      big: 1_700_000_000_123,
      real: 0.1,
    };
    const made = await make(values);
    expect(await back(Number(made.get('id')))).toEqual({ id: made.get('id'), ...values });
  });

  it.each([
    ['a list', [1, [2]]],
    ['a word', 'plain'],
    ['a number', 12],
    ['no', false],
    ['an empty text', ''],
  ])('keep JSON that is %s', async (_, json) => {
    const made = await make({ json });
    expect((await back(Number(made.get('id'))))['json']).toEqual(json);
  });

  it('keep null as null, and integers beyond 2^53 exactly', async () => {
    const empty = await make({});
    expect(await back(Number(empty.get('id')))).toEqual({
      id: empty.get('id'),
      name: null,
      at: null,
      on: null,
      json: null,
      bytes: null,
      big: null,
      real: null,
    });
    const large = await make({ big: '9223372036854775807', on: false });
    expect(await back(Number(large.get('id')))).toMatchObject({
      big: '9223372036854775807',
      on: false,
    });
  });

  it('find rows by a date and by a range on both databases', async () => {
    const at = new Date('2027-01-01T00:00:00.001Z');
    const made = await make({ at });
    const find = (where: object) => Thing.findAll({ where: { at: where }, raw: true });
    expect((await find({ [Op.eq]: at })).length).toBe(1);
    expect((await find({ [Op.gt]: new Date(at.getTime() - 1) })).length).toBe(1);
    expect((await find({ [Op.gt]: at })).length).toBe(0);
    await database.write((transaction) => made.destroy({ transaction }));
  });

  it('report unique violations with their field, and references to missing rows', async () => {
    await make({ name: 'once' });
    const again = make({ name: 'once' });
    await expect(again).rejects.toBeInstanceOf(UniqueConstraintError);
    await expect(again).rejects.toMatchObject({
      fields: expect.anything(),
      errors: [expect.objectContaining({ path: 'name' })],
    });
    await expect(
      database.write((transaction) => Part.create({ thingId: 99_999 }, { transaction })),
    ).rejects.toBeInstanceOf(ForeignKeyConstraintError);
  });

  it('return the ids of bulk inserts and of included models', async () => {
    const things = await database.write((transaction) =>
      Thing.bulkCreate([{ name: 'b1' }, { name: 'b2' }, { name: 'b3' }], { transaction }),
    );
    expect(new Set(things.map((thing) => thing.get('id'))).size).toBe(3);
    const id = Number(things[1]?.get('id'));
    expect(await back(id)).toMatchObject({ name: 'b2' });
    await database.write((transaction) =>
      Part.bulkCreate([{ thingId: id }, { thingId: id }], { transaction }),
    );
    const whole = await Thing.findByPk(id, { include: [Part], rejectOnEmpty: true });
    expect(whole.get({ plain: true })).toMatchObject({
      name: 'b2',
      parts: [{ thingId: id }, { thingId: id }],
    });
    await database.write((transaction) => Thing.destroy({ where: { id }, transaction }));
    expect(await Part.count({ where: { thingId: id } })).toBe(0);
  });

  it('update, count and upsert', async () => {
    const made = await make({ name: 'counted', real: 1 });
    const id = Number(made.get('id'));
    const [changed] = await database.write((transaction) =>
      Thing.update({ real: 2 }, { where: { id }, transaction }),
    );
    expect(changed).toBe(1);
    await database.write((transaction) =>
      Thing.increment('real', { by: 3, where: { id }, transaction }),
    );
    await database.write((transaction) =>
      Thing.upsert({ id, name: 'upserted', real: 9 }, { transaction }),
    );
    expect(await back(id)).toMatchObject({ name: 'upserted', real: 9 });
    expect(
      await database.write((transaction) => Thing.destroy({ where: { id }, transaction })),
    ).toBe(1);
  });

  it('accept named and positional values, and return rows of an update', async () => {
    const { sequelize } = database;
    const made = await make({ name: 'bound' });
    const rows = await database.write((transaction) =>
      sequelize.query('UPDATE things SET "real" = $1, "on" = $2 WHERE id = $3 RETURNING id, name', {
        bind: [4, true, made.get('id')],
        type: QueryTypes.SELECT,
        transaction,
      }),
    );
    expect(rows).toEqual([{ id: made.get('id'), name: 'bound' }]);
    expect(
      await sequelize.query('SELECT name FROM things WHERE id = $id', {
        bind: { id: made.get('id') },
        type: QueryTypes.SELECT,
      }),
    ).toEqual([{ name: 'bound' }]);
  });

  it('see a new column in a statement that ran before', async () => {
    const { sequelize } = database;
    const all = () => sequelize.query('SELECT * FROM grows', { type: QueryTypes.SELECT });
    const run = (sql: string) =>
      database.write((transaction) => sequelize.query(sql, { transaction }));
    await run('CREATE TABLE grows (a INTEGER)');
    await run('INSERT INTO grows VALUES (1)');
    expect(await all()).toEqual([{ a: 1 }]);
    await run('ALTER TABLE grows ADD COLUMN b INTEGER DEFAULT 2');
    expect(await all()).toEqual([{ a: 1, b: 2 }]);
  });

  it('read a new column by its type, even if the table was read during the change', async () => {
    const { sequelize } = database;
    const run = (sql: string) =>
      database.write((transaction) => sequelize.query(sql, { transaction }));
    await run('CREATE TABLE dated (id INTEGER PRIMARY KEY)');
    await run('INSERT INTO dated VALUES (1)');
    const Bare = sequelize.define(
      'bare',
      { id: { type: DataTypes.INTEGER, primaryKey: true } },
      { timestamps: false, tableName: 'dated' },
    );
    const Dated = sequelize.define(
      'dated',
      { id: { type: DataTypes.INTEGER, primaryKey: true }, at: DataTypes.DATE },
      { timestamps: false, tableName: 'dated' },
    );
    await Bare.findByPk(1);
    await database.write(async (transaction) => {
      await sequelize
        .getQueryInterface()
        .addColumn('dated', 'at', { type: DataTypes.DATE }, { transaction });
      // On PostgreSQL the table is locked for queries outside of the transaction.
      if (database.dialect === 'sqlite') await Bare.findByPk(1);
    });
    const at = new Date('2026-02-03T04:05:06.789Z');
    await database.write((transaction) => Dated.update({ at }, { where: { id: 1 }, transaction }));
    expect((await Dated.findByPk(1))?.get('at')).toEqual(at);
  });
});
