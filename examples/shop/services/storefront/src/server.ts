import express from 'express';
import { logger } from '@fernway/logging';
import { checkout } from './routes/checkout.js';
import { pages } from './routes/pages.js';

const app = express();

app.set('view engine', 'ejs');
app.use(express.json());
app.use(express.static('public'));
app.get('/healthz', (_request, response) => response.sendStatus(204));
app.use('/', pages);
app.use('/checkout', checkout);

const port = Number(process.env.PORT ?? 3001);
app.listen(port, () => logger('storefront').info(`open for business on ${port}`));
