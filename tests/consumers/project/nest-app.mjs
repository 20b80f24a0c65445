import { Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { signBody } from '@screening-webhooks/core';
import { OnScreeningEvent, ScreeningWebhooksModule } from '@screening-webhooks/nestjs';
import { checkNest } from './check-nest.cjs';

await checkNest({ Module, NestFactory, OnScreeningEvent, ScreeningWebhooksModule, signBody });
